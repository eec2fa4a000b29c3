import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { backtestFiles } from '../../../db/schema/backtests.ts';

export type FileRow = Omit<typeof backtestFiles.$inferSelect, 'bars' | 'flow' | 'userId'>;
type NewFile = Omit<typeof backtestFiles.$inferInsert, 'userId'>;

/** Without the bars themselves. */
const shown = {
  id: backtestFiles.id,
  name: backtestFiles.name,
  symbol: backtestFiles.symbol,
  interval: backtestFiles.interval,
  firstTime: backtestFiles.firstTime,
  lastTime: backtestFiles.lastTime,
  count: backtestFiles.count,
  holes: backtestFiles.holes,
  checksum: backtestFiles.checksum,
  createdAt: backtestFiles.createdAt,
};

/** A person's files of prices. */
export function dataFilesStore(db: Db, owner: string) {
  const mine = eq(backtestFiles.userId, owner);
  return {
    all: (): Promise<FileRow[]> =>
      db.select(shown).from(backtestFiles).where(mine).orderBy(asc(backtestFiles.name), asc(backtestFiles.id)),
    /** Of those named, with their bars, by name. */
    named: (ids: readonly string[]) =>
      db
        .select({ ...shown, bars: backtestFiles.bars, flow: backtestFiles.flow })
        .from(backtestFiles)
        .where(and(mine, inArray(backtestFiles.id, [...ids])))
        .orderBy(asc(backtestFiles.name), asc(backtestFiles.id)),
    /** In place of one of the same name. False where the person has `most` others, counted under a lock on the account. */
    keep: (file: NewFile, most: number): Promise<boolean> =>
      db.transaction(async (tx) => {
        await tx.select({ id: users.userId }).from(users).where(eq(users.userId, owner)).for('update');
        await tx.delete(backtestFiles).where(and(mine, eq(backtestFiles.name, file.name)));
        const [held] = await tx.select({ count: count() }).from(backtestFiles).where(mine);
        if ((held?.count ?? 0) >= most) return false;
        await tx.insert(backtestFiles).values({ ...file, userId: owner });
        return true;
      }),
    async remove(id: string): Promise<boolean> {
      const gone = await db
        .delete(backtestFiles)
        .where(and(mine, eq(backtestFiles.id, id)))
        .returning({ id: backtestFiles.id });
      return gone.length > 0;
    },
  };
}
