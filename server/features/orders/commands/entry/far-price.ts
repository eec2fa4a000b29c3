import type { Big } from 'big.js';
import { type PercentPrice, priceRange } from '#contracts/rules/target-bounds.ts';
import type { Side } from '#contracts/symbol.ts';
import { decimals } from '../../../../lib/decimal.ts';

const ONE = 1;
const FULL = 100;

interface DealContext {
  side: Side;
  tick: Big;
  /** Of the latest trades; the last price stands in for it. Null while none is known. */
  average: Big | null;
  /** Null where the exchange sets no bounds. */
  percent: PercentPrice | null;
}

/** Why an exchange would refuse an entry's price as too far from the market, with the nearest that it accepts; null where it would not. */
export function farPrice(price: Big, { side, tick, average, percent }: DealContext): string | null {
  if (!average || !percent) return null;
  const { least, most } = priceRange(side, { average, percent, tick });
  if (price.gte(least) && price.lte(most)) return null;
  const isAbove = price.gt(most);
  const { bidUp, bidDown, askUp, askDown } = percent;
  const factor = side === 'buy' ? (isAbove ? bidUp : bidDown) : isAbove ? askUp : askDown;
  const share = factor.minus(ONE).abs().times(FULL).toFixed();
  const nearest = (isAbove ? most : least).toFixed(decimals(tick));
  return `The price is more than ${share}% ${isAbove ? 'above' : 'below'} the market. Nearest accepted: ${nearest}.`;
}
