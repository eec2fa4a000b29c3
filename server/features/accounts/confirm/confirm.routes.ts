import type { Context } from 'hono';
import { confirmIdentity, getProofs } from '#contracts/confirm.ts';
import { clientAddress } from '../../../http/client-address.ts';
import type { HttpEnv } from '../../../http/http-env.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { sessionCookie } from '../../../http/session-cookie.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { RouteDeps } from '../route-deps.ts';

/** The user confirmed their identity: the session gets a new token. */
export async function renewProof(
  c: Context<HttpEnv>,
  { accounts, publicUrl }: Pick<RouteDeps, 'accounts' | 'publicUrl'>,
): Promise<void> {
  const cookie = sessionCookie(publicUrl);
  const renewed = await accounts.renewSession(cookie.read(c) ?? '');
  if (!renewed) throw new Refusal('not-signed-in', 'Sign in first.');
  cookie.write(c, renewed.token, renewed.maxAge);
}

export function confirmRoutes(site: Site, { accounts, publicUrl, trustProxy }: RouteDeps): void {
  serve(site, getProofs, ({ person }) => accounts.proofsOf(person.userId));

  serve(site, confirmIdentity, async ({ c, person, json }) => {
    await accounts.checkProof({ person, given: json, address: clientAddress(c, trustProxy) });
    await renewProof(c, { accounts, publicUrl });
    return { confirmed: true as const };
  });
}
