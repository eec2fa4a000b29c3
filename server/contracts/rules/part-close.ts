import type { Big } from 'big.js';
import { grouped, max } from './decimal.ts';
import { ceilTo, floorTo } from './steps.ts';

export interface PartTerms {
  /** Base units that a close of the whole would trade. */
  held: Big;
  step: Big;
  minQuantity: Big;
  /** Least order value, counter currency. */
  minNotional: Big;
  /** The most that goes in one order at market; null without a bound. */
  most: Big | null;
  market: Big;
  /** The lowest price at which the rest is to be traded: its stop loss or its take profit, or the market. */
  lowest: Big;
}

/** Base units of a share of what is held, on the step. */
export const shareOf = (held: Big, share: Big, step: Big): Big => floorTo(step, held.times(share));

interface Bounds {
  least: Big;
  most: Big;
}

/** The smallest and the largest part that can be traded and leaves a rest that can be; null where no part can. */
function partBounds({ held, step, minQuantity, minNotional, most, market, lowest }: PartTerms): Bounds | null {
  const leastAt = (price: Big): Big => ceilTo(step, max(minQuantity, minNotional.div(price)));
  const least = leastAt(market);
  const rest = floorTo(step, max(held.minus(leastAt(lowest)), held.times(0)));
  const largest = most && most.lt(rest) ? floorTo(step, most) : rest;
  return largest.lt(least) ? null : { least, most: largest };
}

const WHOLE_ONLY = 'Only the whole of it can be closed: a part or its rest would be under the exchange’s minimum.';

/** Why a part cannot be closed, with the nearest that can be; null where it can. */
export function partFault(quantity: Big, terms: PartTerms, base: string): string | null {
  const bounds = partBounds(terms);
  if (!bounds) return WHOLE_ONLY;
  if (quantity.lt(bounds.least)) return `The smallest part here is ${grouped(bounds.least)} ${base}.`;
  if (quantity.gt(bounds.most)) return `The largest part here is ${grouped(bounds.most)} ${base}; or close all of it.`;
  return null;
}
