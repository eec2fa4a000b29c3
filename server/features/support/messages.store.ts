import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { supportMessages } from '../../db/schema/support.ts';
import type { Settlement } from '../notifications/index.ts';

type Row = typeof supportMessages.$inferSelect;
export type NewMessage = typeof supportMessages.$inferInsert;

/** With the names of the sender's account. */
export interface Message extends Row {
  username: string | null;
  telegram: string | null;
  expiresAt: number;
}

interface LeaseRequest {
  owner: string;
  now: number;
  leaseMs: number;
  most: number;
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
    /** Leases up to `most` due messages, skipping those of other workers. */
    async take({ owner, now, leaseMs, most }: LeaseRequest): Promise<Message[]> {
      const { id, nextAt, leaseUntil, fence } = supportMessages;
      const due = db
        .select({ id })
        .from(supportMessages)
        .where(and(sql`${nextAt} <= ${now}`, sql`(${leaseUntil} is null or ${leaseUntil} < ${now})`))
        .orderBy(nextAt)
        .limit(most)
        .for('update', { skipLocked: true });
      const rows = await db
        .update(supportMessages)
        .set({ leaseOwner: owner, leaseUntil: now + leaseMs, fence: sql`${fence} + 1` })
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
        .set({ nextAt, attempts, lastError, leaseOwner: null, leaseUntil: null })
        .where(held);
    },
  };
}
