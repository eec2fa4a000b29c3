import type { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';

const BRIDGE = 'USDT';

/** The last price of a pair by the exchange's name for it. */
export type PriceOf = (symbol: string) => Big | null | undefined;

function traded(asset: string, counter: string, priceOf: PriceOf): Big | null {
  if (asset === counter) return ONE;
  const direct = priceOf(asset + counter);
  if (direct) return direct;
  const inverse = priceOf(counter + asset);
  return inverse?.gt(0) ? ONE.div(inverse) : null;
}

/**
 * The price of one unit of an asset in another: traded directly, inversely, or through USDT; null while no price is
 * known.
 */
export function priceBetween(asset: string, counter: string, priceOf: PriceOf): Big | null {
  const straight = traded(asset, counter, priceOf);
  if (straight) return straight;
  const [there, back] = [traded(asset, BRIDGE, priceOf), traded(counter, BRIDGE, priceOf)];
  return there && back?.gt(0) ? there.div(back) : null;
}
