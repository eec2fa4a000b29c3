import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Draft, Fill, Order } from '../matching/model/order.ts';
import type { Pair } from '../matching/model/pair.ts';
import type { Amounts } from '../strategies/rounds/run-books.ts';
import type { PlacedOrder, RunOrder } from '../strategies/rounds/run-step.ts';

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
  { order, pair }: { order: RunOrder; pair: Pair },
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
