import type { Big } from 'big.js';
import type { Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../exchanges/exchange.ts';
import { ceilTo, floorTo } from '../../lib/decimal.ts';

export type EntryTerms = { price: Big; quantity: Big } | { error: string };

/**
 * What an entry of `counterQuantity` at `price` becomes on the exchange's steps: a buy's price down, a sell's price up,
 * the quantity always down. Checked after rounding against the exchange's own limits (trading rules 1 and 3).
 */
export function entryTerms(pair: ExchangePair, side: Side, wish: { price: Big; counterQuantity: Big }): EntryTerms {
  const price = side === 'buy' ? floorTo(pair.tick, wish.price) : ceilTo(pair.tick, wish.price);
  if (price.eq(0)) return { error: `The price is below the smallest step of ${pair.tick.toFixed()} ${pair.counter}.` };
  const quantity = floorTo(pair.step, wish.counterQuantity.div(price));
  const least = ceilTo(pair.step, pair.minNotional.div(price));
  if (quantity.times(price).lt(pair.minNotional)) {
    return {
      error: `Total value of the order should be more than 6USDT. The least that works here is ${least.toFixed()} ${pair.base} = ${least.times(price).toFixed()} ${pair.counter}.`,
    };
  }
  if (quantity.lt(pair.minQuantity))
    return { error: `The least quantity of an order is ${pair.minQuantity.toFixed()} ${pair.base}.` };
  if (quantity.gt(pair.maxQuantity))
    return { error: `The largest quantity of an order is ${pair.maxQuantity.toFixed()} ${pair.base}.` };
  return { price, quantity };
}
