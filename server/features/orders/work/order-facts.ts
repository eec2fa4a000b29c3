import type { ExchangeOrder, Fill } from '../../../exchanges/exchange.ts';
import type { OrderNeeds } from '../needs.ts';
import type { OrderState } from '../order-state.ts';
import { bookName, isOutside } from '../outside/outside-name.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { addEvents, workStore } from '../store/work.store.ts';

const refOf = ({ userId, blockId }: OrderRow): BlockRef => ({ userId, blockId });

/** Writes down what the exchange says of an order and its trades; `onNews` is told of which position it is. */
export function orderFacts({ db, clock }: OrderNeeds, onNews: (ref: BlockRef, positionId?: string) => void) {
  const store = workStore(db);

  async function news(order: OrderRow, kind: string, details: Record<string, unknown>): Promise<void> {
    await addEvents(db, [{ ...refOf(order), positionId: order.positionId, kind, details, at: clock() }]);
    // What its owner does on the exchange concerns all that follows it.
    onNews(refOf(order), isOutside(order.clientOrderId) ? undefined : order.positionId);
  }

  return {
    store,
    /** True when it was news. */
    async apply(keyId: string, fact: ExchangeOrder): Promise<boolean> {
      const changed = await store.apply({ ...fact, clientOrderId: bookName(keyId, fact) }, clock());
      if (changed) await news(changed, 'order-found', { leg: changed.leg, state: changed.state });
      return changed !== null;
    },
    /** True when it was news. */
    async addFill(order: OrderRow, fill: Fill): Promise<boolean> {
      if (!(await store.addFill(order, fill))) return false;
      const { price, quantity, commission, commissionAsset } = fill;
      await news(order, 'order-filled', {
        leg: order.leg,
        price: price.toFixed(),
        quantity: quantity.toFixed(),
        commission: commission.toFixed(),
        commissionAsset,
      });
      return true;
    },
    async settle(clientOrderId: string, state: OrderState, reason: string | null): Promise<void> {
      const changed = await store.settle(clientOrderId, { state, reason, now: clock() });
      if (changed)
        await news(changed, state === 'unknown' ? 'order-lost' : 'order-refused', { leg: changed.leg, reason });
    },
  };
}
export type OrderFacts = ReturnType<typeof orderFacts>;
