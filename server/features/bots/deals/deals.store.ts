import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Big } from 'big.js';
import type { Db, Tx } from '../../../db/database.ts';
import { botDealBlocks, botDeals } from '../../../db/schema/bot-deals.ts';
import { botRuns } from '../../../db/schema/bots.ts';
import { keys } from '../../../db/schema/keys.ts';
import { orderBlocks } from '../../../db/schema/orders.ts';
import type { DealEnding } from '../../../domain/strategies/deals/deal-facts.ts';
import { type BlockView, readViews } from '../../orders/index.ts';
import { addLog, type LogEntry, type RunNamed } from '../bot-log.store.ts';

export type DealRow = typeof botDeals.$inferSelect;
export type DealBlockRow = typeof botDealBlocks.$inferSelect;

/** A deal; its blocks are read while it is open only. */
export interface StoredDeal {
  row: DealRow;
  blocks: StoredBlock[];
}
export interface StoredBlock {
  row: DealBlockRow;
  /** Null where its block was not written yet. */
  view: BlockView | null;
  /** Of the copy keys of its owner, those that are disabled; left out, none. */
  disabled?: ReadonlySet<string>;
}

const blocksOf = (db: Db, owner: string, condition: ReturnType<typeof and>): Promise<DealBlockRow[]> =>
  db
    .select()
    .from(botDealBlocks)
    .where(and(eq(botDealBlocks.userId, owner), condition))
    .orderBy(asc(botDealBlocks.createdAt), asc(botDealBlocks.number), asc(botDealBlocks.attempt));

/** Asked for only where there are copies. */
async function disabledKeys(db: Db, owner: string, views: readonly BlockView[]): Promise<ReadonlySet<string>> {
  if (views.every(({ positions }) => positions.length < 2)) return new Set();
  const found = await db
    .select({ id: keys.id })
    .from(keys)
    .where(and(eq(keys.userId, owner), isNotNull(keys.disabledReason)));
  return new Set(found.map(({ id }) => id));
}

async function withViews(db: Db, owner: string, rows: readonly DealBlockRow[]): Promise<StoredBlock[]> {
  const views = await readViews(
    db,
    owner,
    rows.map(({ blockId }) => blockId),
  );
  const byId = new Map(views.map((view) => [view.block.id, view]));
  const disabled = await disabledKeys(db, owner, views);
  return rows.map((row) => ({ row, view: byId.get(row.blockId) ?? null, disabled }));
}

/** The deals of runs, the first one first. */
export async function readDeals(db: Db, owner: string, runIds: readonly string[]): Promise<StoredDeal[]> {
  if (runIds.length === 0) return [];
  const rows = await db
    .select()
    .from(botDeals)
    .where(and(eq(botDeals.userId, owner), inArray(botDeals.runId, [...runIds])))
    .orderBy(asc(botDeals.number));
  const open = rows.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return rows.map((row) => ({ row, blocks: [] }));
  const all = await blocksOf(db, owner, inArray(botDealBlocks.runId, [...new Set(open.map(({ runId }) => runId))]));
  const isOpen = ({ runId, deal }: DealBlockRow) => open.some((row) => row.runId === runId && row.number === deal);
  const blocks = await withViews(db, owner, all.filter(isOpen));
  return rows.map((row) => ({
    row,
    blocks: blocks.filter(({ row: { runId, deal } }) => runId === row.runId && deal === row.number),
  }));
}

/** Every block of a run's deals. */
export const readDealBlocks = async (db: Db, owner: string, runIds: readonly string[]): Promise<StoredBlock[]> =>
  runIds.length === 0 ? [] : withViews(db, owner, await blocksOf(db, owner, inArray(botDealBlocks.runId, [...runIds])));

/** With everything that is written down of them; their order blocks are their owner's history. */
export async function removeDeals(tx: Tx, owner: string, runIds: readonly string[]): Promise<void> {
  for (const table of [botDealBlocks, botDeals])
    await tx.delete(table).where(and(eq(table.userId, owner), inArray(table.runId, [...runIds])));
}

const deal = ({ userId, runId, number }: DealRow) =>
  and(eq(botDeals.userId, userId), eq(botDeals.runId, runId), eq(botDeals.number, number));
const block = ({ userId, blockId }: DealBlockRow) =>
  and(eq(botDealBlocks.userId, userId), eq(botDealBlocks.blockId, blockId));

export type NewDealBlock = Omit<typeof botDealBlocks.$inferInsert, 'userId' | 'runId' | 'deal'>;

/** Lines of the log that are written once. */
const firstUnits = (db: Db) => ({
  /** The first unit of a deal has filled; false where that was written already. */
  bought: (run: RunNamed, row: DealRow, { text, now }: LogEntry): Promise<boolean> =>
    db.transaction(async (tx) => {
      const first = await tx
        .update(botDeals)
        .set({ joinedAt: now })
        .where(and(deal(row), isNull(botDeals.joinedAt)))
        .returning({ number: botDeals.number });
      if (first.length > 0) await addLog(tx, run, { text, now });
      return first.length > 0;
    }),
});

/** How deals open and end, each once, by whichever process. */
const lives = (db: Db) => ({
  /** False where it is open already, or its run has moved. */
  open: (run: RunNamed, of: Pick<DealRow, 'number' | 'marketPrice'> & LogEntry): Promise<boolean> =>
    db.transaction(async (tx) => {
      const mine = and(eq(botRuns.userId, run.userId), eq(botRuns.id, run.id), eq(botRuns.state, 'running'));
      const running = await tx.select({ id: botRuns.id }).from(botRuns).where(mine).for('update');
      if (running.length === 0) return false;
      const { number, marketPrice, text, now } = of;
      const opened = await tx
        .insert(botDeals)
        .values({ userId: run.userId, runId: run.id, number, marketPrice, openedAt: now })
        .onConflictDoNothing()
        .returning({ number: botDeals.number });
      if (opened.length === 0) return false;
      // its own time begins with its first deal.
      await tx
        .update(botRuns)
        .set({ begunAt: now })
        .where(and(mine, isNull(botRuns.begunAt)));
      await addLog(tx, run, { text, now });
      return true;
    }),
  async joined(row: DealRow, joinedAt: number): Promise<void> {
    await db.update(botDeals).set({ joinedAt }).where(deal(row));
  },
  async end(run: RunNamed, row: DealRow, of: LogEntry & { ending: DealEnding }): Promise<void> {
    const { ending, text, now } = of;
    const mine = and(deal(row), isNull(botDeals.ending));
    const ended = await db
      .update(botDeals)
      .set({ ending, reason: text })
      .where(mine)
      .returning({ number: botDeals.number });
    if (ended.length > 0) await addLog(db, run, { text, now });
  },
  /** Its books are closed: what stays of it belongs to its owner. */
  over: (
    run: RunNamed,
    row: DealRow,
    of: LogEntry & { base: Big; counter: Big; blocks: readonly DealBlockRow[] },
  ): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { base, counter, blocks, text, now } = of;
      const over = await tx
        .update(botDeals)
        .set({ endedAt: now, base, counter })
        .where(and(deal(row), isNull(botDeals.endedAt)))
        .returning({ number: botDeals.number });
      if (over.length === 0) return false;
      const ids = blocks.map(({ blockId }) => blockId);
      const left = and(eq(orderBlocks.userId, row.userId), inArray(orderBlocks.id, ids), eq(orderBlocks.open, true));
      if (ids.length > 0) await tx.update(orderBlocks).set({ botId: null }).where(left);
      await addLog(tx, run, { text, now });
      return true;
    }),
});

/** What is written down of a deal's blocks. */
const blocks = (db: Db) => ({
  /** Before the block itself is; the same leg, number and attempt once. */
  async write({ userId, runId, number }: DealRow, row: NewDealBlock): Promise<void> {
    await db
      .insert(botDealBlocks)
      .values({ ...row, userId, runId, deal: number })
      .onConflictDoNothing();
  },
  async takeDown(row: DealBlockRow): Promise<void> {
    await db.update(botDealBlocks).set({ takenDown: true }).where(block(row));
  },
  /** A joining that was refused is tried again under the same name. */
  async forget(row: DealBlockRow): Promise<void> {
    await db.delete(botDealBlocks).where(block(row));
  },
  async fail(run: RunNamed, row: DealBlockRow, { text, now }: LogEntry): Promise<void> {
    await db.update(botDealBlocks).set({ fault: text }).where(block(row));
    await addLog(db, run, { text, now });
  },
});

export const dealWork = (db: Db) => ({
  ...lives(db),
  ...firstUnits(db),
  ...blocks(db),
  log: (run: RunNamed, entry: LogEntry) => addLog(db, run, entry),
});
export type DealWork = ReturnType<typeof dealWork>;
