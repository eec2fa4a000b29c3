import { Big } from 'big.js';
import type { StoredPlan } from '#contracts/bot-settings.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Db } from '../../../server/db/database.ts';
import { botFills, botLevels, botOrders, botRuns, bots } from '../../../server/db/schema/bots.ts';
import { priceOf } from '../../../server/domain/strategies/rounds/level.ts';
import { sellableOf } from '../../../server/domain/strategies/rounds/grid-size.ts';
import { planRun } from '../../../server/domain/strategies/rounds/plan-run.ts';
import { clientOrderIdOf } from '../../../server/features/bots/order-id.ts';
import { levelRow, plannedRun } from '../../../server/features/bots/runs/new-run.ts';
import { newId } from '../../../server/lib/id.ts';
import { FEE, type HeldExchange, pairOf } from './held-exchange.ts';

export const LEVELS = 20;
export const PRICE = new Big(101);
const LINES = { low: 80, high: 120, steps: LEVELS, spacing: 'amount', size: 'coins', invest: 4000 } as const;
const PLAN: StoredPlan = { type: 'grid', settings: { ...LINES, ownCoins: null, heldMirrors: 0 } };
const { tick, step, minQuantity, minNotional } = pairOf('X');
const RULES = { tick, step, minQuantity, minNotional, fee: FEE };
/** The grid that each of them is. */
export const GRID = planRun(
  {
    type: 'grid',
    settings: { ...LINES, low: new Big(LINES.low), high: new Big(LINES.high), invest: new Big(LINES.invest) },
  },
  PRICE,
  RULES,
);
/** Rows of one insertion. */
const AT_ONCE = 500;

export interface SeededRun {
  userId: string;
  runId: string;
  keyId: string;
  symbol: string;
}

type NewOrder = typeof botOrders.$inferInsert;
type NewFill = typeof botFills.$inferInsert;

/** A level's legs up to its turn: each of them filled whole, the last one rests. */
function legsOf({ userId, runId, keyId, symbol }: SeededRun, level: (typeof GRID.levels)[number], legs: number) {
  const orders: NewOrder[] = [];
  const fills: NewFill[] = [];
  const bought = level.buys.by === 'fixed' ? level.buys.quantity : ZERO;
  const sold = sellableOf(bought, RULES);
  for (let turn = 0; turn <= legs; turn += 1) {
    const side = (turn % 2 === 0) === (level.startsBy === 'buy') ? 'buy' : 'sell';
    const quantity = side === 'buy' ? bought : sold;
    const named = { userId, runId, keyId, symbol };
    const terms = {
      level: level.number,
      turn,
      leg: side,
      attempt: 1,
      side,
      price: priceOf(level, side),
      quantity,
    } as const;
    const isOver = turn < legs;
    const at = Date.now() - (legs - turn) * 1000;
    const id = newId();
    orders.push({
      ...named,
      ...terms,
      id,
      market: 'binance',
      clientOrderId: clientOrderIdOf(runId, terms),
      exchangeOrderId: id,
      type: 'limit',
      state: isOver ? 'filled' : 'open',
      filledQuantity: isOver ? quantity : ZERO,
      placedAt: at,
      updatedAt: at,
    });
    if (!isOver) continue;
    const commission = (side === 'buy' ? quantity : quantity.times(terms.price)).times(FEE);
    const commissionAsset = side === 'buy' ? symbol.slice(0, -'USDT'.length) : 'USDT';
    fills.push({
      ...named,
      tradeId: id,
      orderId: id,
      price: terms.price,
      quantity,
      commission,
      commissionAsset,
      tradedAt: at,
    });
  }
  return { orders, fills };
}

async function insertAll<Row>(rows: readonly Row[], insert: (part: Row[]) => PromiseLike<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) await insert(rows.slice(at, at + AT_ONCE));
}

/** A grid that runs, with so many rounds behind it, as its exchange has it. */
export async function seedRun(db: Db, exchange: HeldExchange, of: SeededRun & { rounds?: number }): Promise<SeededRun> {
  const { rounds = 0, ...run } = of;
  const { userId, runId, keyId, symbol } = run;
  const [botId, now] = [newId(), Date.now()];
  const stop = { below: 40, above: 200 };
  const common = { userId, market: 'binance', symbol, keyId, createdAt: now };
  await db.insert(bots).values({ ...common, id: botId, name: 'Bench', plan: PLAN, stop, updatedAt: now });
  await db.insert(botRuns).values({
    ...common,
    ...plannedRun({ ...GRID, startOrder: null, given: { base: new Big(100), counter: new Big(10_000) } }, PRICE),
    id: runId,
    botId,
    ordinal: 0,
    state: 'running',
    stateSince: now,
    fee: FEE,
    begunAt: now,
    watchedSince: now,
  });
  const levels = GRID.levels.map((level) => {
    const bought = level.buys.by === 'fixed' ? level.buys.quantity : ZERO;
    const start =
      level.startsBy === 'buy'
        ? { startBase: ZERO, startCounter: bought.times(level.buyPrice) }
        : { startBase: sellableOf(bought, RULES), startCounter: ZERO };
    return { ...levelRow(level), ...start, userId, runId };
  });
  await db.insert(botLevels).values(levels);
  const legs = Math.round((rounds / LEVELS) * 2);
  const all = GRID.levels.map((level) => legsOf(run, level, legs));
  await insertAll(
    all.flatMap(({ orders }) => orders),
    (part) => db.insert(botOrders).values(part),
  );
  await insertAll(
    all.flatMap(({ fills }) => fills),
    (part) => db.insert(botFills).values(part),
  );
  for (const { state, clientOrderId, side, price, quantity } of all.flatMap(({ orders }) => orders))
    if (state === 'open') exchange.rests(keyId, { symbol, clientOrderId, side, price, quantity });
  return run;
}
