import { createToken, listTokens, listTokenUses, removeToken } from '#contracts/tokens.ts';
import { requireProof, serve, type Site } from '../../../http/serve.ts';
import type { Accounts } from '../index.ts';

export function tokensRoutes(site: Site, { tokens }: Pick<Accounts, 'tokens'>): void {
  serve(site, listTokens, async ({ person }) => ({ tokens: await tokens.list(person.userId) }));
  serve(site, createToken, async ({ person, json }) => {
    if (json.scopes.includes('trade')) requireProof(person);
    return tokens.create(person.userId, json);
  });
  serve(site, removeToken, async ({ person, params }) => {
    await tokens.remove(person.userId, params.tokenId);
    return { removed: true as const };
  });
  serve(site, listTokenUses, ({ person, params, query }) =>
    tokens.uses(person.userId, params.tokenId, query.page ?? 0),
  );
}
