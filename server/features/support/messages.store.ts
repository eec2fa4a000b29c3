import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { supportMessages } from '../../db/schema/support.ts';
import { type Claim, claimed, isDue, RELEASED } from '../../runtime/jobs/claim.store.ts';
import type { Settlement } from '../../runtime/jobs/outbox-worker.ts';

type Row = typeof supportMessages.$inferSelect;
export type NewMessage = typeof supportMessages.$inferInsert;

/** With the names of the sender's account. */
export interface Message extends Row {
  username: string | null;
  telegram: string | null;
  expiresAt: number;
}

/** Undelivered messages of all users. */
export function messagesStore(db: Db) {
  async function withSender(row: Row): Promise<Message> {
    const { username, telegram } = users;
    const [sender] =
      row.userId === null
        ? []
        : await db.select({ username, telegram }).from(users).where(eq(users.userId, row.userId));
    return { username: null, telegram: null, ...sender, ...row, expiresAt: Infinity };
  }

  return {
    async add(message: NewMessage): Promise<void> {
      await db.insert(supportMessages).values(message);
    },
    /** Up to `most` that are due; another worker skips them. */
    async claim(by: Claim): Promise<Message[]> {
      const { id, nextAt } = supportMessages;
      const due = db
        .select({ id })
        .from(supportMessages)
        .where(isDue(supportMessages, by))
        .orderBy(nextAt)
        .limit(by.most)
        .for('update', { skipLocked: true });
      const rows = await db
        .update(supportMessages)
        .set(claimed(supportMessages, by))
        .where(sql`${id} in ${due}`)
        .returning();
      return Promise.all(rows.map(withSender));
    },
    /** Deletes a delivered message, else stores its next attempt. Does nothing when the lease was lost. */
    async settle({ id, fence }: Message, { state, nextAt, attempts, lastError }: Settlement): Promise<void> {
      const held = and(eq(supportMessages.id, id), eq(supportMessages.fence, fence));
      if (state === 'sent') {
        await db.delete(supportMessages).where(held);
        return;
      }
      await db
        .update(supportMessages)
        .set({ nextAt, attempts, lastError, ...RELEASED })
        .where(held);
    },
  };
}
