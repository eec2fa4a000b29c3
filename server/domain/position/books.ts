import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { limitsAsOne } from './entry-limits.ts';
import { isLive } from './order-state.ts';
import type { FillFact, Leg, OrderFact, Position } from './position.ts';

/** What one leg's trades came to. Fees are by asset, whatever they were paid in. */
export interface Traded {
  quantity: Big;
  counter: Big;
  fees: ReadonlyMap<string, Big>;
}

const ENTRY: readonly Leg[] = ['entry'];
const EXITS: readonly Leg[] = ['take-profit', 'stop-loss', 'rest', 'close'];

export const ofLegs = ({ orders }: Position, legs: readonly Leg[]): OrderFact[] =>
  orders.filter((order) => legs.includes(order.leg));
export const liveOf = (position: Position, legs: readonly Leg[]): OrderFact[] =>
  ofLegs(position, legs).filter(({ state }) => isLive(state));

/** The same order, or one of the same list, which the exchange ends as a whole. */
export const isTogether = (order: OrderFact, other: OrderFact): boolean =>
  order.id === other.id ||
  (order.clientListId !== null && order.clientListId === other.clientListId) ||
  (order.externalListId !== null && order.externalListId === other.externalListId);

/** An entry that was changed, as one order: the last, with what those before it had filled. */
function withEarlier(last: OrderFact, earlier: readonly OrderFact[]): OrderFact {
  const sum = (of: 'filledQuantity' | 'filledCounterQuantity') =>
    earlier.reduce((total, order) => total.plus(order[of]), ZERO);
  return {
    ...last,
    state: last.state === 'rejected' ? 'cancelled' : last.state,
    quantity: last.quantity.plus(sum('filledQuantity')),
    filledQuantity: last.filledQuantity.plus(sum('filledQuantity')),
    filledCounterQuantity: last.filledCounterQuantity.plus(sum('filledCounterQuantity')),
    filledAt: last.filledAt ?? earlier.at(-1)?.filledAt ?? null,
  };
}

/** The entry that counts: one that was refused before its owner asked again does not. */
export function entryOf(position: Position): OrderFact | undefined {
  const entries = ofLegs(position, ENTRY);
  const counts = ({ state, placedAt }: OrderFact) => state !== 'rejected' || placedAt >= position.retriedAt;
  if (position.limits) return limitsAsOne(position, entries.filter(counts));
  const last = entries.findLast(counts);
  const earlier = entries.filter((entry) => entry !== last && entry.filledQuantity.gt(0));
  return last && earlier.length > 0 ? withEarlier(last, earlier) : last;
}
/** The target that traded last and is over; one that was cancelled half filled counts as well. */
export const endedTarget = (position: Position): OrderFact | undefined =>
  ofLegs(position, ['take-profit', 'stop-loss']).findLast(
    ({ state, filledQuantity }) => filledQuantity.gt(0) && !isLive(state),
  );
/** A block that waits for parts of others does nothing before the first came, and does not end before the last. */
export const isAwaiting = ({ awaited = 0 }: Position): boolean => awaited > 0;
export const liveExits = (position: Position): OrderFact[] => liveOf(position, EXITS);

/** Orders that have traded more than the trades that are known of them. */
export const shortOf = <Order extends OrderFact>({ orders, fills }: { orders: Order[]; fills: FillFact[] }): Order[] =>
  orders.filter(({ id, filledQuantity }) =>
    filledQuantity.gt(sums(fills.filter(({ orderId }) => orderId === id)).quantity),
  );

/** Folds trades, never orders' own sums: only trades say what was paid for them (rule: profit from fills alone). */
export function tradedBy({ orders, fills }: Position, legs: readonly Leg[]): Traded {
  const ids = new Set(orders.filter(({ leg }) => legs.includes(leg)).map(({ id }) => id));
  const own = fills.filter(({ orderId }) => ids.has(orderId));
  const fees = new Map<string, Big>();
  for (const { commission, commissionAsset } of own) {
    fees.set(commissionAsset, (fees.get(commissionAsset) ?? ZERO).plus(commission));
  }
  return { ...sums(own), fees };
}

const sums = (fills: readonly FillFact[]) => ({
  quantity: fills.reduce((sum, fill) => sum.plus(fill.quantity), ZERO),
  counter: fills.reduce((sum, fill) => sum.plus(fill.counter ?? fill.quantity.times(fill.price)), ZERO),
});

const feeIn = ({ fees }: Traded, asset: string): Big => fees.get(asset) ?? ZERO;

export interface Assets {
  base: string;
  counter: string;
}

/** What a position has come to: how much it moved the account by, fees in either currency taken off. */
export interface Books {
  entry: Traded;
  exit: Traded;
  /** Base gained (bought less sold) and counter gained; either may be negative. */
  base: Big;
  counter: Big;
  /** Fees in any third asset. */
  otherFees: ReadonlyMap<string, Big>;
}

export function booksOf(position: Position, { base, counter }: Assets): Books {
  const entry = tradedBy(position, ENTRY);
  const exit = tradedBy(position, EXITS);
  const sign = position.section === 'buy' ? 1 : -1;
  const otherFees = new Map<string, Big>();
  for (const { fees } of [entry, exit]) {
    for (const [asset, fee] of fees) {
      if (asset !== base && asset !== counter) otherFees.set(asset, (otherFees.get(asset) ?? ZERO).plus(fee));
    }
  }
  return {
    entry,
    exit,
    base: entry.quantity
      .minus(exit.quantity)
      .times(sign)
      .minus(feeIn(entry, base))
      .minus(feeIn(exit, base))
      .minus(position.writtenOff),
    counter: exit.counter.minus(entry.counter).times(sign).minus(feeIn(entry, counter)).minus(feeIn(exit, counter)),
    otherFees,
  };
}

/** Base units that still stand open: for a buy what it holds, for a sell what is to be bought back. Not rounded. */
export function openBase(position: Position, books: Books): Big {
  return position.section === 'buy' ? books.base : books.base.times(-1);
}
