import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/id.ts';
import type { AccountsStore } from './accounts.store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** S-13: how long a session lives in all, and unused. */
const LIFE = { remember: { whole: 30 * DAY, idle: 7 * DAY }, brief: { whole: 30 * DAY, idle: 12 * HOUR } };
const TOUCH_AFTER = 60_000;

export interface Person {
  userId: string;
  sessionId: string;
  email: string;
  username: string;
  telegram: string;
  iconIdx: number;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const lifeOf = (remember: boolean) => (remember ? LIFE.remember : LIFE.brief);

export function sessionKeeper({
  store,
  clock,
  onEnd,
}: {
  store: AccountsStore;
  clock: Clock;
  onEnd: (sessionId: string) => void;
}) {
  return {
    /** The token goes into the cookie; only its hash is kept. `maxAge` in seconds, null for a browser session. */
    async open({ userId, remember, userAgent }: { userId: string; remember: boolean; userAgent: string }) {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      await store.addSession({
        tokenHash: hashOf(token),
        userId,
        id: newId(),
        remember,
        userAgent: userAgent.slice(0, 300),
        createdAt: now,
        usedAt: now,
        expiresAt: now + lifeOf(remember).idle,
      });
      return { token, maxAge: remember ? LIFE.remember.whole / 1000 : null };
    },
    async findPerson(token: string): Promise<Person | null> {
      const tokenHash = hashOf(token);
      const now = clock();
      const found = await store.findSession(tokenHash, now);
      if (!found) return null;
      const { remember, usedAt, createdAt, ...person } = found;
      if (now - usedAt > TOUCH_AFTER) {
        const { idle, whole } = lifeOf(remember);
        await store.useSession(tokenHash, { usedAt: now, expiresAt: Math.min(now + idle, createdAt + whole) });
      }
      return person;
    },
    async end(token: string): Promise<void> {
      const ended = await store.endSession(hashOf(token));
      if (ended) onEnd(ended);
    },
  };
}
