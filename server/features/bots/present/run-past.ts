import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { type RealRun, worthAt } from '../../../domain/backtest/forward-trust.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { foldLevel } from '../../../domain/strategies/rounds/level-fold.ts';
import { allocationOf } from '../../../domain/strategies/rounds/run-books.ts';
import { ofLevel } from '../../../domain/strategies/rounds/run-facts.ts';
import { CLOSED_BY_OWNER } from '../../../domain/strategies/deals/shared-steps.ts';
import { closedDeals, dealMoved } from '../deals/deal-books.ts';
import type { StoredDeal } from '../deals/deals.store.ts';
import type { BasketOrder } from '../../../domain/strategies/basket/basket-facts.ts';
import { basketFactsOf } from '../runs/basket-facts.ts';
import { factsOf } from '../runs/run-facts.ts';
import { isPause } from '../runs/run-texts.ts';
import type { OrderRow, StoredRun } from '../runs/runs.store.ts';

/** The run as it stood then: later trades are left out, and an order that they filled rests. */
function until(stored: StoredRun, time: number): StoredRun {
  const fills = stored.fills.filter(({ tradedAt }) => tradedAt < time);
  const byOrder = Map.groupBy(fills, ({ orderId }) => orderId);
  const orders = stored.orders.map((order) => {
    const filled = (byOrder.get(order.id) ?? []).reduce<Big>((sum, { quantity }) => sum.plus(quantity), ZERO);
    return filled.lt(order.filledQuantity) ? { ...order, state: 'open' as const, filledQuantity: filled } : order;
  });
  return { ...stored, fills, orders };
}

const isRefused = ({ state, reason }: OrderRow): boolean => state === 'rejected' && reason !== null;
/** It ended on the exchange, and we had not asked for it. */
const isByHand = ({ state, cancelAsked }: OrderRow): boolean => state === 'cancelled' && !cancelAsked;

const wasPaused = ({ state }: StoredRun['run'], texts: readonly string[]): boolean =>
  state === 'paused' || texts.some(isPause);

/** What deals traded until then; one that ended meanwhile is as it ended. */
function dealUntil(deal: StoredDeal, time: number): StoredDeal {
  const blocks = deal.blocks.map(({ row, view }) => {
    const positions = view?.positions.map((position) => ({
      ...position,
      fills: position.fills.filter(({ tradedAt }) => tradedAt < time),
    }));
    return { row, view: view && positions ? { ...view, positions } : null };
  });
  return { ...deal, blocks };
}

/** of a run that opens deals: what each of them moved, by its number. */
function dealsPast({ run, deals }: StoredRun, { pair, time, texts, last, refusedDeals }: Past): RealRun {
  const worth = worthAt(last, run.counterEarning);
  const moved = new Map(deals.map((deal) => [deal.row.number, worth(dealMoved(dealUntil(deal, time), pair))]));
  const byHand = deals.filter(({ row }) => row.reason === CLOSED_BY_OWNER);
  return {
    trades: 'deals',
    rounds: closedDeals({ deals }).filter(({ counter }) => !counter.eq(0)).length,
    moved,
    openedAt: new Map(deals.map(({ row }) => [row.number, row.openedAt])),
    refused: refusedDeals,
    byHand: new Set(byHand.map(({ row }) => row.number)),
    wasPaused: wasPaused(run, texts),
  };
}

interface Past {
  pair: ExchangePair;
  /** UTC epoch ms, and the price of then. */
  time: number;
  last: Big;
  /** Its log. */
  texts: readonly string[];
  /** Deals of which an entry was refused. */
  refusedDeals: ReadonlySet<number>;
}

/** what a run really did until then. */
export function runPast(stored: StoredRun, past: Past): RealRun {
  const { run } = stored;
  if (run.engine === 'deals') return dealsPast(stored, past);
  const { pair, time, last, texts } = past;
  const facts = factsOf(until(stored, time), pair);
  const { tick, step, minQuantity, minNotional } = pair;
  const rules = { tick, step, minQuantity, minNotional, fee: run.fee };
  const worth = worthAt(last, run.counterEarning);
  const moved = new Map(
    [0, ...facts.levels.map(({ level }) => level.number)].map((number) => [
      number,
      worth(allocationOf({ base: ZERO, counter: ZERO }, ofLevel(facts, number))),
    ]),
  );
  const rounds = facts.levels.reduce(
    (count, { level, start }) =>
      count + foldLevel(level, { start, orders: ofLevel(facts, level.number) }, rules).total.count,
    0,
  );
  const numbers = (of: (order: OrderRow) => boolean) => stored.orders.filter(of).map(({ level }) => level);
  const leftOut = stored.levels
    .filter((level) => level.leftOut || level.off === 'given-up')
    .map(({ number }) => number);
  return {
    trades: 'levels',
    rounds,
    moved,
    refused: new Set(numbers(isRefused)),
    byHand: new Set([...numbers(isByHand), ...leftOut]),
    wasPaused: wasPaused(run, texts),
  };
}

/** what a basket really did until then; `prices` are those of then, by asset. */
export function basketPast(
  stored: StoredRun,
  { time, prices, texts }: { time: number; prices: ReadonlyMap<string, Big>; texts: readonly string[] },
): RealRun {
  const { orders, turns, assets } = basketFactsOf(until(stored, time));
  const worthOf = ({ moves }: BasketOrder): Big =>
    [...moves].reduce((sum, [asset, amount]) => sum.plus(amount.times(prices.get(asset) ?? ZERO)), ZERO);
  const moved = new Map<number, Big>();
  for (const order of orders) {
    const part = order.turn > 1 ? order.level : 0;
    moved.set(part, (moved.get(part) ?? ZERO).plus(worthOf(order)));
  }
  const numbers = (of: (order: OrderRow) => boolean) => stored.orders.filter(of).map(({ level }) => level);
  const gone = assets.filter(({ taken }) => taken.gt(0)).map(({ number }) => number);
  return {
    trades: 'rebalancings',
    rounds: turns.filter(({ at }) => at < time).length,
    moved,
    refused: new Set(numbers(isRefused)),
    byHand: new Set([...numbers(isByHand), ...gone]),
    wasPaused: wasPaused(stored.run, texts),
  };
}
