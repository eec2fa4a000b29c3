import type { ApiToken, CreateToken, TokenUse } from '#contracts/tokens.ts';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Bearer } from '../../../http/http-env.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newId } from '../../../lib/id.ts';
import { newToken, tokenHash } from '../../../lib/token.ts';
import type { AccountContext } from '../deps.ts';
import { ownTokensStore, tokensStore, tokenUsesStore, type TokenRow, type UseRow } from './tokens.store.ts';

const MOST_TOKENS = 20;
const USES_KEPT_FOR = 90 * DAY;
const PAGE = 10;
/** Makes a token that was published by mistake recognizable to scanners. */
const PREFIX = 'tandem_';

const noToken = (): Refusal => new Refusal('not-found', 'There is no such token.');

const present = ({ id, name, scopes, createdAt, expiresAt, usedAt, address }: TokenRow): ApiToken => ({
  tokenId: id,
  name,
  scopes,
  createdAt,
  expiresAt,
  lastUsedAt: usedAt,
  lastAddress: address,
});

const presentUse = ({ call, address, allowed, count, firstAt, lastAt }: UseRow): TokenUse => ({
  call,
  address,
  allowed,
  count,
  firstAt,
  lastAt,
});

type Deps = Pick<AccountContext, 'db' | 'clock' | 'audit' | 'publishEnded' | 'sharedLimits'>;

/** What a program presents in the place of a session. */
function tokenReader({ db, clock, sharedLimits }: Deps) {
  const store = tokensStore(db);
  const wrong = sharedLimits.perNetwork({ name: 'wrong API tokens', most: 20, windowMs: MINUTE });

  function noteFor(userId: string, tokenId: string, address: string): Bearer['note'] {
    const uses = tokenUsesStore(db, userId);
    return async (call, allowed) => {
      const now = clock();
      const hour = now - (now % HOUR);
      const isFirst = await uses.note({ tokenId, hour, call, address, allowed }, now);
      if (isFirst) await uses.forget(now - USES_KEPT_FOR);
    };
  }

  /** Throws for a token that is unknown, expired or removed. */
  return async (token: string, address: string): Promise<Bearer> => {
    const found = await store.find(tokenHash(token), clock());
    if (!found) {
      await wrong.take({ address }, 'Too many calls with a wrong token.');
      throw new Refusal('not-signed-in', 'This API token is not known here, has expired or was removed.');
    }
    const { tokenId, name, scopes, provenAt, ...person } = found;
    return {
      name,
      scopes,
      person: { ...person, sessionId: tokenId, confirmed: false, proven: provenAt !== null },
      note: noteFor(person.userId, tokenId, address),
    };
  };
}

export function apiTokens(deps: Deps) {
  const { db, clock, audit, publishEnded } = deps;
  const of = (userId: string) => ownTokensStore(db, userId);
  return {
    read: tokenReader(deps),
    isAlive: ({ userId, id }: { userId: string; id: string }) => of(userId).isAlive(id, clock()),
    list: async (userId: string): Promise<ApiToken[]> => (await of(userId).all()).map(present),
    /** The token itself is in this answer only. */
    async create(userId: string, { name, scopes, expiresAt = null }: CreateToken) {
      const now = clock();
      if (expiresAt !== null && expiresAt <= now) throw new Refusal('malformed', 'Choose an expiry in the future.');
      const token = `${PREFIX}${newToken()}`;
      const row = { id: newId(), name, scopes, tokenHash: tokenHash(token), createdAt: now, expiresAt };
      if (!(await of(userId).add(row, MOST_TOKENS)))
        throw new Refusal('conflict', `You have ${MOST_TOKENS} API tokens, which is the most. Remove one first.`);
      await audit.record(userId, 'token-added', { name, scopes: scopes.join(', ') });
      return { token, ...present({ ...row, userId, usedAt: null, address: null }) };
    },
    async remove(userId: string, tokenId: string): Promise<void> {
      const removed = await of(userId).remove(tokenId);
      if (!removed) throw noToken();
      publishEnded(tokenId);
      await audit.record(userId, 'token-removed', { name: removed.name });
    },
    async uses(userId: string, tokenId: string, page: number) {
      if (!(await of(userId).has(tokenId))) throw noToken();
      const { rows, total } = await tokenUsesStore(db, userId).page(tokenId, { page, size: PAGE });
      return { content: rows.map(presentUse), totalRecords: total };
    },
  };
}
