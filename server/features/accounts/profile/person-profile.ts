import type { UserInfo } from '#contracts/accounts.ts';
import type { RequestContext } from '../../../lib/request-context.ts';
import { Refusal } from '../../../lib/errors.ts';
import { hashPassword } from '../password.ts';
import type { Person } from '../../../http/http-env.ts';
import type { PersonSessions } from '../sessions/person-sessions.ts';
import { type ProfileFields, type ProfileStore, profileStore } from './profile.store.ts';
import type { AccountDeps } from '../deps.ts';

/** A user's changes of their profile. */
export function personProfile(
  deps: Pick<AccountDeps, 'db' | 'audit'> & { sessions: Pick<PersonSessions, 'endOthers'> },
) {
  const { db, audit, sessions } = deps;
  async function save(userId: string, set: Parameters<ProfileStore['change']>[0]): Promise<UserInfo> {
    const saved = await profileStore(db, userId).change(set);
    if (!saved) throw new Refusal('not-signed-in', 'Sign in first.');
    return saved;
  }
  return {
    async change(userId: string, field: ProfileFields): Promise<UserInfo> {
      const saved = await save(userId, field);
      await audit.record(userId, 'profile-changed', { field: Object.keys(field).join() });
      return saved;
    },
    /** S-15: ends every other session. */
    async changePassword({ userId, sessionId }: Person, password: string, from: RequestContext): Promise<UserInfo> {
      const saved = await save(userId, { passwordHash: await hashPassword(password) });
      await sessions.endOthers(userId, sessionId);
      await audit.record(userId, 'password-changed', { ...from });
      return saved;
    },
  };
}
