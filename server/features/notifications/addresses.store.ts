import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';

/** A user's addresses; null when there is no such account or address. */
export function addressesStore(db: Db, owner: string) {
  const me = eq(users.userId, owner);
  return {
    async mail(): Promise<string | null> {
      const [user] = await db.select({ email: users.email }).from(users).where(me);
      return user?.email ?? null;
    },
    async chat(): Promise<string | null> {
      const [user] = await db.select({ chat: users.telegramChatId }).from(users).where(me);
      return user?.chat ?? null;
    },
  };
}
