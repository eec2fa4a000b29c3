import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Person } from '../../http/http-env.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import { newToken, tokenHash } from '../../lib/token.ts';
import type { SessionStore } from './session.store.ts';

/** The maximum lifetime of a session. */
export const LONGEST_SESSION = 30 * DAY;
/** S-13: the lifetime of a session, in all and unused. */
const LIFE = {
  remember: { whole: LONGEST_SESSION, idle: 7 * DAY },
  brief: { whole: LONGEST_SESSION, idle: 12 * HOUR },
};
/** S-08: how long a confirmation of identity is fresh. */
const PROOF_LIFE = 5 * MINUTE;
const TOUCH_AFTER = MINUTE;

const lifeOf = (remember: boolean) => (remember ? LIFE.remember : LIFE.brief);

const maxAgeOf = (remember: boolean) => (remember ? LIFE.remember.whole / 1000 : null);

interface NewSession {
  userId: string;
  remember: boolean;
  userAgent: string;
  address: string;
}

export function sessionKeeper({
  store,
  clock,
  onEnd,
}: {
  store: SessionStore;
  clock: Clock;
  onEnd: (sessionId: string) => void;
}) {
  return {
    /** The token is for the cookie; only its hash is stored. `maxAge` in seconds, null for a browser session. */
    async open({ userId, remember, userAgent, address }: NewSession) {
      const token = newToken();
      const id = newId();
      const now = clock();
      await store.add({
        tokenHash: tokenHash(token),
        userId,
        id,
        remember,
        userAgent: userAgent.slice(0, 300),
        address,
        createdAt: now,
        confirmedAt: now,
        usedAt: now,
        expiresAt: now + lifeOf(remember).idle,
      });
      return { id, token, maxAge: maxAgeOf(remember) };
    },
    /** S-12: after a confirmation of identity the session gets a new token. Null when it has ended. */
    async renew(token: string) {
      const renewed = newToken();
      const session = await store.renew(tokenHash(token), { tokenHash: tokenHash(renewed), confirmedAt: clock() });
      return session && { token: renewed, maxAge: maxAgeOf(session.remember) };
    },
    async findPerson(token: string): Promise<Person | null> {
      const hash = tokenHash(token);
      const now = clock();
      const found = await store.find(hash, now);
      if (!found) return null;
      const { remember, usedAt, createdAt, confirmedAt, provenAt, ...person } = found;
      if (now - usedAt > TOUCH_AFTER) {
        const { idle, whole } = lifeOf(remember);
        await store.use(hash, { usedAt: now, expiresAt: Math.min(now + idle, createdAt + whole) });
      }
      return { ...person, confirmed: now - confirmedAt < PROOF_LIFE, proven: provenAt !== null };
    },
    isAlive: (session: { userId: string; id: string }) => store.isAlive(session, clock()),
    /** `next` is the session that continues in the same browser. */
    async end(token: string, next: { userId: string; id: string } | null = null): Promise<void> {
      const ended = await store.end(tokenHash(token), next);
      if (ended) onEnd(ended);
    },
  };
}
export type SessionKeeper = ReturnType<typeof sessionKeeper>;
