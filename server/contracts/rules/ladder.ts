import { Big } from 'big.js';
import { ONE, ZERO } from './decimal.ts';
import type { Side } from './side.ts';
import { floorShare } from './steps.ts';

/** EX-9: an entry of several limits. */
export interface LadderTerms {
  /** The first limit, nearest to the market. */
  start: Big;
  end: Big;
  limits: number;
  /** Money of the last limit, times that of the first; those between in equal steps (T-4). */
  weight: Big;
}
export interface Limit {
  price: Big;
  /** Base units. */
  quantity: Big;
}
/** What each limit takes of a quantity: `parts` of their sum. */
export interface LadderShares {
  prices: readonly Big[];
  parts: readonly Big[];
}

export const LEAST_LIMITS = 2;
export const MOST_LIMITS = 10;
export const MOST_WEIGHT = new Big(5);

const sum = (all: readonly Big[]): Big => all.reduce((total, each) => total.plus(each), ZERO);
const product = (all: readonly Big[]): Big => all.reduce((total, each) => total.times(each), ONE);

/** A buy's limits go down to the tick, a sell's up; both ends are limits. */
function pricesOf(side: Side, { start, end, limits }: LadderTerms, tick: Big): Big[] {
  const apart = limits - 1;
  return Array.from({ length: limits }, (_, at) => {
    const scaled = start.times(apart - at).plus(end.times(at));
    const down = floorShare(tick, scaled, new Big(apart));
    return side === 'buy' || down.times(apart).eq(scaled) ? down : down.plus(tick);
  });
}

const weightsOf = ({ limits, weight }: LadderTerms): Big[] =>
  Array.from({ length: limits }, (_, at) =>
    weight
      .minus(ONE)
      .times(at)
      .plus(limits - 1),
  );

/** Why a ladder cannot be what is wanted; null where it can. */
export function ladderFault(side: Side, terms: LadderTerms, tick: Big): string | null {
  const { start, end, limits, weight } = terms;
  if (!Number.isInteger(limits) || limits < LEAST_LIMITS || limits > MOST_LIMITS)
    return `A ladder has ${LEAST_LIMITS} to ${MOST_LIMITS} limits.`;
  if (weight.lt(ONE) || weight.gt(MOST_WEIGHT))
    return `The last limit takes 1 to ${MOST_WEIGHT.toFixed()} times the money of the first.`;
  if (side === 'buy' ? end.gte(start) : end.lte(start))
    return side === 'buy'
      ? 'The last limit of a purchase lies below the first.'
      : 'The last limit of a sale lies above the first.';
  const prices = pricesOf(side, terms, tick);
  if (prices.some((price) => price.lte(0))) return `The last limit must be at least ${tick.toFixed()}.`;
  const meet = prices.some((price, at) => at > 0 && prices[at - 1]?.eq(price));
  return meet
    ? `These limits lie closer together than one step of ${tick.toFixed()}: take fewer of them, or a wider range.`
    : null;
}

/** How the money is shared, as shares of the quantity. Without rounding: all parts are scaled by the same factor. */
export function ladderShares(side: Side, terms: LadderTerms, tick: Big): LadderShares {
  const prices = pricesOf(side, terms, tick);
  const weights = weightsOf(terms);
  const parts = weights.map((weight, at) => weight.times(product(prices.filter((_, other) => other !== at))));
  return { prices, parts };
}

/** What a base unit costs before any rounding to steps. */
export const plannedAverage = ({ prices, parts }: LadderShares): Big =>
  sum(parts.map((part, at) => part.times(prices[at] ?? ZERO))).div(sum(parts));

/** The most base units, in whole steps, that `total` pays for in these shares. */
export function ladderQuantity({ prices, parts }: LadderShares, total: Big, step: Big): Big {
  const cost = sum(parts.map((part, at) => part.times(prices[at] ?? ZERO)));
  return floorShare(step, total.times(sum(parts)), cost);
}

/** The counter quantity that orders exactly `quantity`, or so little above it that the step takes it off again. */
export function ladderTotal({ prices, parts }: LadderShares, quantity: Big): Big {
  const cost = sum(parts.map((part, at) => part.times(prices[at] ?? ZERO)));
  return quantity.times(cost).div(sum(parts)).prec(DOUBLE_DIGITS, Big.roundUp);
}
const DOUBLE_DIGITS = 15;

/** Each limit's part down to a step; the last takes the rest. */
export function limitsFor({ prices, parts }: LadderShares, quantity: Big, step: Big): Limit[] {
  const all = sum(parts);
  let left = quantity;
  return prices.map((price, at) => {
    const isLast = at === prices.length - 1;
    const part = isLast ? left : floorShare(step, quantity.times(parts[at] ?? ZERO), all);
    left = left.minus(part);
    return { price, quantity: part };
  });
}

/** Counter units of all limits, before fees. */
export const costOf = (limits: readonly Limit[]): Big =>
  limits.reduce((total, { price, quantity }) => total.plus(price.times(quantity)), ZERO);
export const quantityOf = (limits: readonly Limit[]): Big => sum(limits.map(({ quantity }) => quantity));

const AVERAGE_DECIMALS = 8;

/** What one base unit costs on average, to 8 decimals; 0 for none. */
export function averageOf(limits: readonly Limit[]): Big {
  const quantity = quantityOf(limits);
  return quantity.gt(0) ? costOf(limits).div(quantity).round(AVERAGE_DECIMALS, Big.roundHalfUp) : ZERO;
}
