import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import { botCopies, botLinks } from '../../db/schema/bot-links.ts';
import { bots } from '../../db/schema/bots.ts';

export type LinkRow = typeof botLinks.$inferSelect;
export type NewLink = Omit<typeof botLinks.$inferInsert, 'userId'>;

/** The link that a token names, of any owner: who has it may open what it shares. Null once it was taken back. */
export async function linkOf(db: DbOrTx, token: string): Promise<LinkRow | null> {
  const [found] = await db
    .select()
    .from(botLinks)
    .where(and(eq(botLinks.token, token), isNull(botLinks.revokedAt)));
  return found ?? null;
}

/** Links of a person's bots. */
export function linksStore(db: Db, owner: string) {
  const ofBot = (botId: string) =>
    and(eq(botLinks.userId, owner), eq(botLinks.botId, botId), isNull(botLinks.revokedAt));
  return {
    async find(botId: string): Promise<LinkRow | null> {
      const [found] = await db.select().from(botLinks).where(ofBot(botId));
      return found ?? null;
    },
    /** A link that the bot has already is kept, with these figures. */
    async share(link: NewLink): Promise<LinkRow | null> {
      const [shared] = await db
        .insert(botLinks)
        .values({ ...link, userId: owner })
        .onConflictDoUpdate({
          target: [botLinks.userId, botLinks.botId],
          targetWhere: sql`revoked_at is null`,
          set: { figures: link.figures },
        })
        .returning();
      return shared ?? null;
    },
    async revoke(botId: string, revokedAt: number): Promise<void> {
      await db.update(botLinks).set({ revokedAt }).where(ofBot(botId));
    },
  };
}

const hashOf = (botId: string, userId: string): Buffer => createHash('sha256').update(`${botId} ${userId}`).digest();

/** C-19: counts the account that starts a bot which came by another's link, once for each bot that is shared. */
export async function countCopy(tx: Tx, starter: string, { botId, at }: { botId: string; at: number }): Promise<void> {
  const [from] = await tx
    .select({ owner: botLinks.userId, shared: botLinks.botId })
    .from(bots)
    .innerJoin(botLinks, eq(botLinks.id, bots.linkId))
    .where(and(eq(bots.userId, starter), eq(bots.id, botId)));
  if (!from || from.owner === starter) return;
  const { owner, shared } = from;
  const counted = await tx
    .insert(botCopies)
    .values({ userId: owner, botId: shared, copier: hashOf(shared, starter), at })
    .onConflictDoNothing()
    .returning({ botId: botCopies.botId });
  if (counted.length === 0) return;
  await tx
    .update(bots)
    .set({ peopleCopied: sql`${bots.peopleCopied} + 1` })
    .where(and(eq(bots.userId, owner), eq(bots.id, shared)));
}

/** With the bot. */
export async function removeLinks(tx: Tx, owner: string, botId: string): Promise<void> {
  await tx.delete(botLinks).where(and(eq(botLinks.userId, owner), eq(botLinks.botId, botId)));
  await tx.delete(botCopies).where(and(eq(botCopies.userId, owner), eq(botCopies.botId, botId)));
}
