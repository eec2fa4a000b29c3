import type { Big } from 'big.js';
import type { Market } from './order-draft.ts';

/** So much better than the order's price the market must be before the order is told by it: less is noise. */
const WORTH_SAYING = '0.005';

/** What an order at `price` is likely filled at: the market's price where that is much better. */
export function likelyPrice(price: Big, { side, marketPrice }: Pick<Market, 'side' | 'marketPrice'>): Big {
  const better = marketPrice && (side === 'buy' ? price.minus(marketPrice) : marketPrice.minus(price));
  return better?.gt(price.times(WORTH_SAYING)) && marketPrice ? marketPrice : price;
}

/** Where an order is filled at once, far from its price: at what. */
export function priceNote(order: { price: Big } | null, market: Market): string {
  const likely = order && likelyPrice(order.price, market);
  return !likely || likely.eq(order.price) ? '' : `Fills at once at about ${likely.toFixed(market.pair.counterRound)}.`;
}
