import type { ExchangePair } from '../../../domain/market/pair.ts';
import { newId } from '../../../lib/id.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { EngineContext, OrderContext } from '../orders.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import type { NewOrder } from '../store/work.store.ts';
import type { OutsideDeal } from './read-deal.ts';

export interface ExternalDeps extends OrderContext, Pick<EngineContext, 'facts' | 'schedule' | 'publish'> {
  owner: string;
  idle: (ref: BlockRef) => Promise<void>;
  readFills: (order: OrderRow) => Promise<boolean>;
}

/** A deal that the owner of a main key made directly on the exchange. */
export interface DealContext {
  userId: string;
  key: OpenKey;
  pair: ExchangePair;
  /** In our books. */
  name: string;
  deal: OutsideDeal;
}

/** The owner's order as a row of its own: it is the exchange's from the first, and may end without our asking. */
export function ownersRow(
  { userId, key, name, deal: { order } }: DealContext,
  of: { blockId: string; positionId: string; leg: 'entry' | 'close'; attempt: number; now: number },
): NewOrder {
  const { now, ...place } = of;
  const { symbol, exchangeOrderId, side, type, price, stopPrice, quantity, state } = order;
  return {
    ...place,
    userId,
    id: newId(),
    keyId: key.keyId,
    market: key.market,
    symbol,
    clientOrderId: name,
    external: true,
    externalClientId: order.clientOrderId,
    externalListId: order.exchangeListId,
    exchangeOrderId,
    side,
    type,
    price,
    stopPrice,
    quantity,
    state,
    cancelAsked: true,
    filledQuantity: order.filledQuantity,
    filledCounterQuantity: order.filledCounterQuantity ?? price.times(order.filledQuantity),
    placedAt: order.placedAt ?? order.updatedAt,
    filledAt: order.filledQuantity.gt(0) ? order.updatedAt : null,
    updatedAt: now,
  };
}

/** How a deal is reported. */
export const dealDetails = ({ deal: { order, price, quantity, isTraded } }: DealContext, keys: number) => ({
  side: order.side,
  type: order.type,
  price: price.toFixed(),
  quantity: quantity.toFixed(),
  isTraded,
  keys,
});
