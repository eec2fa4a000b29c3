import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { Market } from './order-draft.ts';

/** Smaller improvements over the limit price are not worth mentioning. */
const WORTH_MENTIONING = '0.005';

/** Expected fill price: the market price if it is much better than the limit price. */
export function likelyPrice(price: Big, { side, marketPrice }: Pick<Market, 'side' | 'marketPrice'>): Big {
  const better = marketPrice && (side === 'buy' ? price.minus(marketPrice) : marketPrice.minus(price));
  return better?.gt(price.times(WORTH_MENTIONING)) && marketPrice ? marketPrice : price;
}

/** Note for an order that fills at once, far from its price. */
export function priceNote(order: { price: Big } | null, market: Market): string {
  const likely = order && likelyPrice(order.price, market);
  return !likely || likely.eq(order.price)
    ? ''
    : `Fills at once at about ${grouped(likely, market.pair.counterRound)}.`;
}
