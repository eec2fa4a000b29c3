import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import { newToken, tokenHash } from '../../lib/token.ts';
import type { SessionStore } from './session.store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** S-13: how long a session lives in all, and unused. */
const LIFE = { remember: { whole: 30 * DAY, idle: 7 * DAY }, brief: { whole: 30 * DAY, idle: 12 * HOUR } };
/** S-08: how long a proof of identity counts as fresh. */
const PROOF_LIFE = 5 * 60_000;
const TOUCH_AFTER = 60_000;

export interface Person {
  userId: string;
  sessionId: string;
  email: string;
  username: string;
  telegram: string;
  iconIdx: number;
  /** Whether they proved who they are within the last five minutes. */
  confirmed: boolean;
}

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
    /** The token goes into the cookie; only its hash is kept. `maxAge` in seconds, null for a browser session. */
    async open({ userId, remember, userAgent, address }: NewSession) {
      const token = newToken();
      const now = clock();
      await store.add({
        tokenHash: tokenHash(token),
        userId,
        id: newId(),
        remember,
        userAgent: userAgent.slice(0, 300),
        address,
        createdAt: now,
        confirmedAt: now,
        usedAt: now,
        expiresAt: now + lifeOf(remember).idle,
      });
      return { token, maxAge: maxAgeOf(remember) };
    },
    /** S-12: a fresh proof gives the session another token; the one before is worth nothing. Null when it is over. */
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
      const { remember, usedAt, createdAt, confirmedAt, ...person } = found;
      if (now - usedAt > TOUCH_AFTER) {
        const { idle, whole } = lifeOf(remember);
        await store.use(hash, { usedAt: now, expiresAt: Math.min(now + idle, createdAt + whole) });
      }
      return { ...person, confirmed: now - confirmedAt < PROOF_LIFE };
    },
    isAlive: (session: { userId: string; id: string }) => store.isAlive(session, clock()),
    async end(token: string): Promise<void> {
      const ended = await store.end(tokenHash(token));
      if (ended) onEnd(ended);
    },
  };
}
export type SessionKeeper = ReturnType<typeof sessionKeeper>;
