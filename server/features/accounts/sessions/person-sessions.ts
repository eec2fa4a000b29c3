import { deviceName } from '../../../lib/device-name.ts';
import { type Ended, type SessionRow, sessionsStore } from './sessions.store.ts';
import type { AccountContext } from '../deps.ts';

/** A user's sessions. Each way of ending them returns how many ended; all but that of a single one ends API tokens too. */
export function personSessions(deps: Pick<AccountContext, 'db' | 'clock' | 'audit' | 'publishEnded'>) {
  const { db, clock, audit, publishEnded } = deps;
  const of = (userId: string) => sessionsStore(db, userId);

  function publishAll({ sessions, tokens }: Ended): number {
    for (const { id } of [...sessions, ...tokens]) publishEnded(id);
    return sessions.length;
  }

  async function revoked(userId: string, all: Ended): Promise<number> {
    const count = publishAll(all);
    for (const { userAgent, address } of all.sessions)
      await audit.record(userId, 'session-ended', { device: deviceName(userAgent), address });
    return count;
  }

  return {
    /** The most recently used first. */
    list: (userId: string): Promise<SessionRow[]> => of(userId).open(clock()),
    /** Revoked by the user. */
    revoke: async (userId: string, id: string) => revoked(userId, await of(userId).endOne(id)),
    revokeOthers: async (userId: string, kept: string) => revoked(userId, await of(userId).endOthers(kept)),
    /** Ended by a new password or the deletion of the account. */
    endOthers: async (userId: string, kept: string) => publishAll(await of(userId).endOthers(kept)),
    endAll: async (userId: string) => publishAll(await of(userId).endAll()),
  };
}
export type PersonSessions = ReturnType<typeof personSessions>;
