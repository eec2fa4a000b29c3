import type { Leg } from '../../../../domain/position/position.ts';
import { nextAttempt } from '../../../../domain/position/entry-orders.ts';
import type { ExchangeOrder } from '../../../../exchanges/exchange.ts';
import { newId } from '../../../../lib/id.ts';
import type { PositionView } from '../../store/block-view.store.ts';
import type { BlockEvent, NewOrder } from '../../store/work.store.ts';
import { placedAt } from './found-groups.ts';
import type { Earns } from './found-orders.store.ts';
import { legOf } from './found-terms.ts';
import type { Asked } from './orders-without-row.ts';

export interface Finding extends Asked {
  /** Our ids of the lists that orders were found in, by the exchange's. */
  lists: ReadonlyMap<string, string>;
}
interface Place {
  blockId: string;
  positionId: string;
  attempt: number;
  leg: Leg;
  now: number;
}

/** An order as it is on the exchange, with its place in the books. */
export function foundRow(
  { userId, keyId, key, lists }: Finding,
  order: ExchangeOrder,
  { now, ...place }: Place,
): NewOrder {
  const { filledQuantity, filledCounterQuantity, price, updatedAt, exchangeListId, ...of } = order;
  return {
    ...place,
    userId,
    id: newId(),
    keyId,
    market: key.market,
    symbol: of.symbol,
    clientOrderId: of.clientOrderId,
    clientListId: (exchangeListId && lists.get(exchangeListId)) ?? null,
    exchangeOrderId: of.exchangeOrderId,
    side: of.side,
    type: of.type,
    price,
    stopPrice: of.stopPrice,
    quantity: of.quantity,
    state: of.state,
    filledQuantity,
    filledCounterQuantity: filledCounterQuantity ?? price.times(filledQuantity),
    placedAt: placedAt(order),
    filledAt: filledQuantity.gt(0) ? updatedAt : null,
    updatedAt: now,
  };
}

/** In the order in which they stand, each with the next number of its leg. */
export function exitRows(
  finding: Finding,
  of: {
    blockId: string;
    positionId: string;
    exits: readonly ExchangeOrder[];
    orders: PositionView['orders'];
    now: number;
  },
): NewOrder[] {
  const { blockId, positionId, exits, orders, now } = of;
  return exits.map((order) => {
    const leg = legOf(order);
    const attempt = nextAttempt(orders, leg) + exits.filter((each) => legOf(each) === leg).indexOf(order);
    return foundRow(finding, order, { blockId, positionId, leg, attempt, now });
  });
}

/** What the block's story says of them. */
export function foundEvent(
  { userId }: Asked,
  of: { blockId: string; positionId: string; orders: readonly ExchangeOrder[]; earns: Earns | null; now: number },
): BlockEvent & { positionId: string } {
  const { blockId, positionId, orders, earns, now } = of;
  const details = {
    kind: 'order-found',
    earns,
    clientOrderId: orders.map(({ clientOrderId }) => clientOrderId).join(', '),
  };
  return { userId, blockId, positionId, kind: 'interference', details, at: now };
}
