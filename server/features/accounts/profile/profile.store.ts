import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';

const { userId: id, username, email, telegram, iconIdx, emailVerifiedAt: provenAt, twoFactorEndsAt } = users;
const shown = { id, username, email, telegram, iconIdx, provenAt, twoFactorEndsAt };

type UserRow = typeof users.$inferSelect;
export type ProfileFields = Partial<Pick<UserRow, 'username' | 'telegram' | 'iconIdx'>>;

/** A user's own profile. */
export function profileStore(db: Db, owner: string) {
  const mine = eq(users.userId, owner);
  return {
    /** Null when the account was deleted. */
    async change(set: ProfileFields & Partial<Pick<UserRow, 'passwordHash'>>) {
      const [changed] = await db.update(users).set(set).where(mine).returning(shown);
      if (!changed) return null;
      const { provenAt: at, ...profile } = changed;
      return { ...profile, proven: at !== null };
    },
  };
}
export type ProfileStore = ReturnType<typeof profileStore>;
