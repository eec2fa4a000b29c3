import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Balance } from '../../../exchanges/exchange.ts';
import { type PriceOf, priceBetween } from '../../../lib/price-between.ts';

/** The value of the whole account in USDT; null when an asset without a known price would make the sum wrong. */
export function usdtValue(balances: Balance[], priceOf: PriceOf): Big | null {
  let sum = ZERO;
  for (const { asset, free, locked } of balances) {
    const held = free.plus(locked);
    if (held.eq(0)) continue;
    const price = priceBetween(asset, 'USDT', priceOf);
    if (price === null) return null;
    sum = sum.plus(held.times(price));
  }
  return sum.round(2, 0);
}
