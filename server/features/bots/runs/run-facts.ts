import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Sizing } from '../../../domain/strategies/rounds/level.ts';
import type { RunFacts, RunLevel, RunOrder } from '../../../domain/strategies/rounds/run-facts.ts';
import type { FillRow, LevelRow, Moves, OrderRow, RunRow, StoredRun } from './runs.store.ts';

type Assets = Pick<ExchangePair, 'base' | 'counter'>;

/** What trades brought in and took out after fees; a fee in a third asset is neither. */
export function movesOf(side: 'buy' | 'sell', fills: readonly FillRow[], { base, counter }: Assets): Moves {
  const sign = side === 'buy' ? 1 : -1;
  const feesIn = (asset: string): Big =>
    fills.reduce(
      (sum, { commission, commissionAsset }) => (commissionAsset === asset ? sum.plus(commission) : sum),
      ZERO,
    );
  const traded = fills.reduce(
    (sum, { price, quantity }) => ({ base: sum.base.plus(quantity), counter: sum.counter.plus(price.times(quantity)) }),
    { base: ZERO, counter: ZERO },
  );
  return {
    base: traded.base.times(sign).minus(feesIn(base)),
    counter: traded.counter.times(-sign).minus(feesIn(counter)),
  };
}

const sizing = (quantity: Big | null): Sizing => (quantity ? { by: 'fixed', quantity } : { by: 'holdings' });

const levelOf = (row: LevelRow): RunLevel => ({
  level: {
    number: row.number,
    buyPrice: row.buyPrice,
    sellPrice: row.sellPrice,
    startsBy: row.startsBy,
    cycleOpensBy: row.cycleOpensBy,
    buys: sizing(row.buys),
    sells: sizing(row.sells),
    repeat: row.repeat,
    firstPrice: row.firstPrice,
  },
  start: { base: row.startBase, counter: row.startCounter },
  leftOut: row.leftOut,
  off: row.off,
});

function orderOf(row: OrderRow, fills: readonly FillRow[], assets: Assets): RunOrder {
  const booked = fills.reduce((sum, { quantity }) => sum.plus(quantity), ZERO);
  const { clientOrderId, level, turn, leg, attempt, side, price, quantity, state, reason } = row;
  return {
    clientOrderId,
    level,
    turn,
    leg,
    attempt,
    side,
    price,
    quantity,
    state,
    reason,
    cancelAsked: row.cancelAsked,
    expiryReason: row.expiryReason,
    updatedAt: row.updatedAt,
    filledQuantity: row.filledQuantity,
    isBooked: booked.gte(row.filledQuantity),
    ...movesOf(side, fills, assets),
  };
}

/** as its owner chose; older bots have none. */
function heldMirrorsOf({ bot: { plan } }: StoredRun): number {
  return 'heldMirrors' in plan.settings ? (plan.settings.heldMirrors ?? 0) : 0;
}

/** What it was given, and what was taken from it. */
export const purseFacts = (run: RunRow): Pick<RunFacts, 'counterEarning' | 'given' | 'taken'> => ({
  counterEarning: run.counterEarning,
  given: { base: run.givenBase, counter: run.givenCounter },
  taken: { base: run.takenBase, counter: run.takenCounter, worth: run.takenWorth },
});

/** What a run's steps are decided by. */
export function factsOf(stored: StoredRun, pair: Assets & Pick<ExchangePair, 'lists'>): RunFacts {
  const { run, levels, orders, fills } = stored;
  const byOrder = Map.groupBy(fills, ({ orderId }) => orderId);
  const { startSide, startQuantity, startPrice } = run;
  return {
    state: run.state,
    stateSince: run.stateSince,
    takeDown: run.takeDown,
    isOutside: run.outside,
    ending: run.ending,
    heldMirrors: pair.lists.has('oto') ? heldMirrorsOf(stored) : 0,
    ...purseFacts(run),
    startOrder:
      startSide && startQuantity && startPrice ? { side: startSide, quantity: startQuantity, price: startPrice } : null,
    begun: run.begunAt !== null,
    levels: levels.map(levelOf),
    orders: orders.map((order) => orderOf(order, byOrder.get(order.id) ?? [], pair)),
    folded: stored.folded ?? null,
  };
}
