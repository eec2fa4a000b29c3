import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { botFills, botLevels, botOrders, botRuns, bots } from '../../../db/schema/bots.ts';
import type { RunFold } from '../../../domain/strategies/rounds/run-facts.ts';
import { turnOf } from '../../../domain/strategies/rounds/run-fold.ts';
import { readRuns, type RunRef, type RunRow, type StoredRun } from './runs.store.ts';

const owner = sql.placeholder('userId');
const run = sql.placeholder('runId');
/** For each level the first turn that is read. */
const cut = sql`unnest(${sql.placeholder('numbers')}::int[], ${sql.placeholder('turns')}::int[]) as cut(level, turn)`;
const isRead = sql`cut.level = ${botOrders.level} and ${botOrders.turn} >= cut.turn`;

/** Asked at each fill. */
const statements = prepared((db) => {
  const orders = db
    .select(getTableColumns(botOrders))
    .from(botOrders)
    .innerJoin(cut, isRead)
    .where(and(eq(botOrders.userId, owner), eq(botOrders.runId, run)))
    .orderBy(asc(botOrders.placedAt), asc(botOrders.id));
  const ofOrder = and(
    eq(botFills.userId, botOrders.userId),
    eq(botFills.runId, botOrders.runId),
    eq(botFills.orderId, botOrders.id),
  );
  const fills = db
    .select(getTableColumns(botFills))
    .from(botOrders)
    .innerJoin(cut, isRead)
    .innerJoin(botFills, ofOrder)
    .where(and(eq(botOrders.userId, owner), eq(botOrders.runId, run)))
    .orderBy(asc(botFills.tradedAt), asc(botFills.tradeId));
  return {
    run: db
      .select({ run: botRuns, bot: bots })
      .from(botRuns)
      .innerJoin(bots, and(eq(bots.userId, botRuns.userId), eq(bots.id, botRuns.botId)))
      .where(and(eq(botRuns.userId, owner), eq(botRuns.id, run)))
      .prepare('bot_run'),
    levels: db
      .select()
      .from(botLevels)
      .where(and(eq(botLevels.userId, owner), eq(botLevels.runId, run)))
      .orderBy(asc(botLevels.number))
      .prepare('bot_run_levels'),
    orders: orders.prepare('bot_run_orders'),
    fills: fills.prepare('bot_run_fills'),
  };
});

/** Level 0 is the run's own: what is traded at the start and at the stop. */
function cutsOf(levels: readonly { number: number }[], fold: RunFold | null) {
  const numbers = [0, ...levels.map(({ number }) => number)];
  return { numbers, turns: numbers.map((number) => turnOf(fold, number)) };
}

/** Runs without the orders that were folded, and their fills. */
export const foldedRunsStore = (db: Db) => ({
  async find({ userId, runId }: RunRef, fold: RunFold | null): Promise<StoredRun | null> {
    const ask = statements(db);
    const named = { userId, runId };
    const [[found], levels] = await Promise.all([ask.run.execute(named), ask.levels.execute(named)]);
    if (!found) return null;
    if (found.run.engine !== 'rounds') return (await readRuns(db, userId, eq(botRuns.id, runId)))[0] ?? null;
    const cuts = { ...named, ...cutsOf(levels, fold) };
    const [orders, fills] = await Promise.all([ask.orders.execute(cuts), ask.fills.execute(cuts)]);
    return { ...found, levels, orders, fills, folded: fold, deals: [], assets: [], turns: [] };
  },
  async row({ userId, runId }: RunRef): Promise<RunRow | null> {
    const [found] = await statements(db).run.execute({ userId, runId });
    return found?.run ?? null;
  },
  /** The main key's first. */
  async idsOf(userId: string, botId: string): Promise<string[]> {
    const rows = await db
      .select({ id: botRuns.id })
      .from(botRuns)
      .where(and(eq(botRuns.userId, userId), eq(botRuns.botId, botId)))
      .orderBy(asc(botRuns.ordinal));
    return rows.map(({ id }) => id);
  },
});
