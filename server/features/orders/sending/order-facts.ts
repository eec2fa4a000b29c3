import type { Market } from '#contracts/symbol.ts';
import type { ExchangeOrder, Fill } from '../../../exchanges/exchange.ts';
import type { OrderDeps } from '../deps.ts';
import type { OrderState } from '../../../domain/position/order-state.ts';
import { assetPrice } from '../read/figures/asset-price.ts';
import { missingPrice } from '../../../domain/position/missing-price.ts';
import { bookName } from '../store/external-name.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { fillsOf, type NewsOf, type PricedFill } from '../store/facts.store.ts';
import { workStore } from '../store/work.store.ts';

type KeyNamed = Pick<OrderRow, 'keyId' | 'market'>;

/** An execution report may say price 0 (nautilus_trader's fixtures have one): the trade itself says what was paid. */
const isPriced = ({ price }: Fill): boolean => price.gt(0);

/** Writes down what the exchange says of an order and its trades; `onNews` receives the position. */
export function orderFacts({ db, clock, markets }: OrderDeps, onNews: (ref: BlockRef, positionId?: string) => void) {
  const store = workStore(db);

  function note(news: NewsOf | null): boolean {
    // What its owner does on the exchange concerns all that follows it.
    if (news) onNews(news, news.external ? undefined : news.positionId);
    return news !== null;
  }

  /** A fee in a third asset is valued at the time of its trade, not of its reading. */
  function priced(market: Market, symbol: string, fill: Fill): PricedFill {
    const asset = fill.commissionAsset;
    const pair = markets.findExchangePair(market, symbol);
    if (!pair || asset === pair.base || asset === pair.counter) return { ...fill, commissionPrice: null };
    return { ...fill, commissionPrice: assetPrice(markets, { market, asset, counter: pair.counter }) };
  }

  return {
    store,
    /** With the trade that brought it, if there was one. Answers the order as it stands by it; null where it was no news. */
    async apply(key: KeyNamed, fact: ExchangeOrder, fill: Fill | null = null): Promise<OrderRow | null> {
      const named = { ...fact, clientOrderId: bookName(key.keyId, fact) };
      const trade = fill && isPriced(fill) ? priced(key.market as Market, fact.symbol, fill) : null;
      const news = await store.apply(named, trade, clock());
      note(news);
      return news?.changed ?? null;
    },
    /** True when it was news. */
    async addFill(order: OrderRow, fill: Fill): Promise<boolean> {
      const price = isPriced(fill) ? fill.price : missingPrice(order, await fillsOf(db, order));
      if (!price) return false;
      const trade = priced(order.market as Market, order.symbol, { ...fill, price });
      return note(await store.addFill(order.clientOrderId, trade, clock()));
    },
    async settle(clientOrderId: string, state: OrderState, reason: string | null): Promise<void> {
      note(await store.settle(clientOrderId, { state, reason, now: clock() }));
    },
  };
}
export type OrderFacts = ReturnType<typeof orderFacts>;
