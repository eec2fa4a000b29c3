import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';

const { userId: id, username, email, telegram, iconIdx } = users;
const shown = { id, username, email, telegram, iconIdx };

type UserRow = typeof users.$inferSelect;
export type ProfileFields = Partial<Pick<UserRow, 'username' | 'telegram' | 'iconIdx'>>;

/** What people know of themselves. */
export function profileStore(db: Db, owner: string) {
  const mine = eq(users.userId, owner);
  return {
    /** Null when the account is gone. */
    async change(set: ProfileFields & Partial<Pick<UserRow, 'passwordHash'>>) {
      const [changed] = await db.update(users).set(set).where(mine).returning(shown);
      return changed ?? null;
    },
  };
}
export type ProfileStore = ReturnType<typeof profileStore>;
