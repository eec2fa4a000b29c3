import type { OrderBlock } from '#contracts/orders.ts';
import type { Pair } from '#contracts/markets.ts';
import { ZERO } from '../../lib/decimal.ts';
import type { BlockOrder, OrderRow } from './orders.store.ts';

function statusOf(order: OrderRow, open: boolean): OrderBlock['status'] {
  if (order.state === 'sending') return 'pending';
  if (order.state === 'unknown') return 'unconfirmed';
  if (order.state === 'rejected') return 'rejected';
  if (order.state === 'open' || order.state === 'pending') return 'placed';
  if (order.state === 'partly-filled') return 'partly-filled';
  if (order.filledQuantity.eq(0)) return 'removed';
  return open ? 'filled' : 'closed';
}

/** The spec's row of an entry: 0 where a stage was not reached. */
export function presentBlock({ block, order, keyName, userName }: BlockOrder, symbol: Pair): OrderBlock {
  const { filledQuantity, filledCounterQuantity } = order;
  const average = filledQuantity.eq(0)
    ? ZERO
    : filledCounterQuantity.div(filledQuantity).round(Math.min(symbol.counterRound + 2, 8), 0);
  return {
    blockId: block.id,
    userId: block.userId,
    userName,
    connectorName: keyName,
    section: block.section,
    open: block.open,
    counterEarning: block.counterEarning,
    inGroup: false,
    symbol,
    status: statusOf(order, block.open),
    statusReason: order.reason,
    baseQuantityStep: symbol.baseQuantityStep,
    baseRound: symbol.baseRound,
    counterRound: symbol.counterRound,
    firstOrderId: order.exchangeOrderId ?? '',
    firstPlacedPrice: order.price,
    firstPlacedQuantity: order.quantity,
    firstPlacedCounterQuantity: order.price.times(order.quantity),
    firstPlacedTime: order.placedAt,
    firstFilledPrice: average,
    firstFilledQuantity: filledQuantity,
    firstFilledCounterQuantity: filledCounterQuantity,
    firstFilledTime: order.filledAt ?? 0,
    firstFilledUnrealizedQuantity: order.quantity.minus(filledQuantity),
  };
}
