import { and, asc, eq, sql } from 'drizzle-orm';
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
/** With a limit PostgreSQL looks up each level, and each order, by its index, whatever it thinks of how many there are. */
const BY_INDEX = 1_000_000;

/** Asked at each fill. */
const statements = prepared((db) => {
  const ofLevel = and(
    eq(botOrders.userId, owner),
    eq(botOrders.runId, run),
    sql`${botOrders.level} = cut.level`,
    sql`${botOrders.turn} >= cut.turn`,
  );
  const order = db.select().from(botOrders).where(ofLevel).limit(BY_INDEX).as('run_order');
  const orders = db
    .select(order._.selectedFields)
    .from(cut)
    .innerJoinLateral(order, sql`true`)
    .orderBy(asc(order.placedAt), asc(order.id));
  const ofOrder = and(eq(botFills.userId, owner), eq(botFills.runId, run), eq(botFills.orderId, order.id));
  const fill = db.select().from(botFills).where(ofOrder).limit(BY_INDEX).as('run_fill');
  const fills = db
    .select(fill._.selectedFields)
    .from(cut)
    .innerJoinLateral(order, sql`true`)
    .innerJoinLateral(fill, sql`true`)
    .orderBy(asc(fill.tradedAt), asc(fill.tradeId));
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
