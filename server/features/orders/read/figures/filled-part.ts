import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { ofLegs, shortOf, tradedBy } from '../../../../domain/position/books.ts';
import type { Leg, Position } from '../../../../domain/position/position.ts';

export interface FilledPart {
  quantity: Big;
  counter: Big;
  /** Of the last trade, UTC epoch ms; 0 before the first. */
  at: number;
  /** The exchange's id of the order that last traded; '' before the first trade. */
  orderId: string;
}

export const average = ({ quantity, counter }: Pick<FilledPart, 'quantity' | 'counter'>): Big =>
  quantity.eq(0) ? ZERO : counter.div(quantity);

const total = (amounts: readonly Big[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), ZERO);

/** What legs have filled: by their trades, or by their orders' own sums while those are ahead of the trades read so far. */
export function filledPart(position: Position, legs: readonly Leg[]): FilledPart {
  const orders = ofLegs(position, legs);
  const last = orders.findLast(({ filledQuantity }) => filledQuantity.gt(0));
  const ids = new Set(orders.map(({ id }) => id));
  const trades = position.fills.filter(({ orderId }) => ids.has(orderId));
  const at = trades.reduce((latest, { tradedAt }) => Math.max(latest, tradedAt), 0) || (last?.filledAt ?? 0);
  const { quantity, counter } = tradedBy(position, legs);
  const reported = total(orders.map(({ filledQuantity }) => filledQuantity));
  const orderId = last?.exchangeOrderId ?? '';
  if (quantity.gte(reported)) return { quantity, counter, at, orderId };
  return { quantity: reported, counter: total(orders.map((order) => order.filledCounterQuantity)), at, orderId };
}

/** Whether every trade that the exchange speaks of is here: before that no result is known. */
export const allTradesKnown = (position: Position): boolean => shortOf(position).length === 0;
