import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import type { ExchangeOrder, Fill } from '../../../exchanges/exchange.ts';
import type { OrderNeeds } from '../needs.ts';
import type { OrderState } from '../order-state.ts';
import { assetPrice } from '../rows/figures/asset-price.ts';
import { bookName, isOutside } from '../outside/outside-name.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { workStore } from '../store/work.store.ts';

const refOf = ({ userId, blockId }: OrderRow): BlockRef => ({ userId, blockId });

/** Writes down what the exchange says of an order and its trades; `onNews` is told of which position it is. */
export function orderFacts({ db, clock, markets }: OrderNeeds, onNews: (ref: BlockRef, positionId?: string) => void) {
  const store = workStore(db);

  /** What its owner does on the exchange concerns all that follows it. */
  const news = (order: OrderRow): void =>
    onNews(refOf(order), isOutside(order.clientOrderId) ? undefined : order.positionId);

  /** What a fee in a third asset is worth is told by the time of its trade, not of its reading. */
  function feePrice({ market: name, symbol }: OrderRow, { commissionAsset: asset }: Fill): Big | null {
    const market = name as Market;
    const pair = markets.findExchangePair(market, symbol);
    if (!pair || asset === pair.base || asset === pair.counter) return null;
    return assetPrice(markets, { market, asset, counter: pair.counter });
  }

  return {
    store,
    /** True when it was news. */
    async apply(keyId: string, fact: ExchangeOrder): Promise<boolean> {
      const changed = await store.apply({ ...fact, clientOrderId: bookName(keyId, fact) }, clock());
      if (changed) news(changed);
      return changed !== null;
    },
    /** True when it was news. */
    async addFill(order: OrderRow, fill: Fill): Promise<boolean> {
      const isNew = await store.addFill(order, { ...fill, commissionPrice: feePrice(order, fill) }, clock());
      if (isNew) news(order);
      return isNew;
    },
    async settle(clientOrderId: string, state: OrderState, reason: string | null): Promise<void> {
      const changed = await store.settle(clientOrderId, { state, reason, now: clock() });
      if (changed) news(changed);
    },
  };
}
export type OrderFacts = ReturnType<typeof orderFacts>;
