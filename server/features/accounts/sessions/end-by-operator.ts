import type { Db } from '../../../db/database.ts';
import { accountsStore } from '../accounts.store.ts';
import { emailKey } from '../sign-up.ts';
import { personSessions } from './person-sessions.ts';
import { sessionHolders } from './sessions.store.ts';
import type { AccountDeps } from '../deps.ts';

async function peopleOf(db: Db, person: string | null): Promise<string[]> {
  if (person === null) return sessionHolders(db);
  const found = await accountsStore(db).userByEmail(emailKey(person));
  if (!found) throw new Error(`There is no account with the e-mail ${person}.`);
  return [found.userId];
}

/**
 * S-16, S-60: ends every session of one user, or of all; returns how many. Servers refuse them from now on, and close
 * their sockets at the next check.
 */
export async function endSessionsByOperator(
  { db, clock, audit }: Pick<AccountDeps, 'db' | 'clock' | 'audit'>,
  person: string | null,
): Promise<number> {
  const sessions = personSessions({ db, clock, audit, publishEnded: () => {} });
  let ended = 0;
  for (const userId of await peopleOf(db, person)) {
    const count = await sessions.endAll(userId);
    if (count > 0) await audit.record(userId, 'session-ended', { by: 'operator', count });
    ended += count;
  }
  return ended;
}
