import { Big } from 'big.js';
import { max, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { Draft, Fill, Order } from '../matching/model/order.ts';
import type { Pair } from '../matching/model/pair.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { PlacedOrder, RunOrder } from '../strategies/rounds/run-facts.ts';

export const STATES: Record<Order['status'], RunOrder['state']> = {
  PENDING_NEW: 'pending',
  NEW: 'open',
  PARTIALLY_FILLED: 'partly-filled',
  FILLED: 'filled',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  EXPIRED_IN_MATCH: 'expired',
};
const HALF = new Big('0.5');

/** what a taker pays or gets: worse than the last price by the slippage and half of the spread, to the next tick. */
export function worsePrice(
  quote: Big,
  side: Draft['side'],
  { pair, slippage, spread }: { pair: Pair; slippage: Big; spread: Big },
): Big {
  const half = spread.times(HALF);
  return side === 'BUY'
    ? ceilTo(pair.tick, quote.times(ONE.plus(slippage)).plus(half))
    : max(pair.tick, floorTo(pair.tick, quote.times(ONE.minus(slippage)).minus(half)));
}

/** Prices that the exchange takes while this is the last price; null where the pair has no such bounds. */
export function bandAt(last: Big, { priceBand }: Pick<Pair, 'priceBand'>) {
  if (!priceBand) return null;
  const { bidMultiplierDown, bidMultiplierUp, askMultiplierDown, askMultiplierUp } = priceBand;
  return {
    buy: { low: last.times(bidMultiplierDown), high: last.times(bidMultiplierUp) },
    sell: { low: last.times(askMultiplierDown), high: last.times(askMultiplierUp) },
  };
}

const TYPES = { limit: 'LIMIT', ioc: 'LIMIT', market: 'MARKET' } as const;

/** What a fill brought in and took, after its fee. */
export function movedBy({ order, price, qty, commission, commissionAsset }: Fill): Amounts {
  const sign = order.side === 'BUY' ? 1 : -1;
  const fee = (asset: string): Big => (asset === commissionAsset ? commission : ZERO);
  return {
    base: qty.times(sign).minus(fee(order.pair.base)),
    counter: price.times(qty).times(-sign).minus(fee(order.pair.quote)),
  };
}

/** An order of a run as it stands before it is sent. */
export function newOrder(
  { level, turn, leg, attempt, side, price, quantity }: PlacedOrder,
  { clientOrderId, now }: { clientOrderId: string; now: number },
): RunOrder {
  return {
    clientOrderId,
    level,
    turn,
    leg,
    attempt,
    side,
    price,
    quantity,
    state: 'sending',
    cancelAsked: false,
    expiryReason: null,
    updatedAt: now,
    filledQuantity: ZERO,
    base: ZERO,
    counter: ZERO,
    reason: null,
    isBooked: true,
  };
}

/** The same order as the matching takes it. */
export const draftOf = (
  { type, price, quantity, side }: PlacedOrder,
  { order, pair }: { order: Pick<RunOrder, 'clientOrderId'>; pair: Pair },
): Draft => ({
  pair,
  side: side === 'buy' ? 'BUY' : 'SELL',
  type: TYPES[type],
  timeInForce: type === 'ioc' ? 'IOC' : 'GTC',
  quantity,
  quoteOrderQty: ZERO,
  price: type === 'market' ? ZERO : price,
  stopPrice: ZERO,
  clientOrderId: order.clientOrderId,
  details: { stp: 'EXPIRE_MAKER' },
});
