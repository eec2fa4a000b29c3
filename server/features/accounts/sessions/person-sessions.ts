import type { Audit } from '../../../audit/index.ts';
import type { Db } from '../../../db/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { deviceName } from '../../../lib/device-name.ts';
import { type SessionRow, sessionsStore } from './sessions.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  audit: Audit;
  /** To every server: whoever holds this session is out. */
  publishEnded: (sessionId: string) => void;
}

/** Where a person is signed in, and how that ends. Each way of ending answers how many sessions it ended. */
export function personSessions({ db, clock, audit, publishEnded }: Deps) {
  const of = (userId: string) => sessionsStore(db, userId);

  function publishAll(ended: readonly SessionRow[]): number {
    for (const { id } of ended) publishEnded(id);
    return ended.length;
  }

  async function revoked(userId: string, ended: readonly SessionRow[]): Promise<number> {
    const count = publishAll(ended);
    for (const { userAgent, address } of ended)
      await audit.record(userId, 'session-ended', { device: deviceName(userAgent), address });
    return count;
  }

  return {
    /** The latest used first. */
    list: (userId: string): Promise<SessionRow[]> => of(userId).open(clock()),
    /** Its owner takes one back. */
    revoke: async (userId: string, id: string) => revoked(userId, await of(userId).endOne(id)),
    revokeOthers: async (userId: string, kept: string) => revoked(userId, await of(userId).endOthers(kept)),
    /** Ended with what they stood on: an old password, the account. */
    endOthers: async (userId: string, kept: string) => publishAll(await of(userId).endOthers(kept)),
    endAll: async (userId: string) => publishAll(await of(userId).endAll()),
  };
}
export type PersonSessions = ReturnType<typeof personSessions>;
