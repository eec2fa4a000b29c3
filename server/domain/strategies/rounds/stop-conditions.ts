import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { Amounts } from './run-books.ts';

/** any of them stops a run; null where it is not set. */
export interface StopConditions {
  below: Big | null;
  above: Big | null;
  /** Of what was given, as fractions. */
  gain: Big | null;
  loss: Big | null;
  /** UTC epoch ms. */
  at: number | null;
}
export type StopReason = keyof StopConditions;

interface PriceRange {
  low: Big;
  high: Big;
}

export interface RunValue {
  given: Amounts;
  /** What it owns now. */
  owned: Amounts;
}

interface StopFacts {
  /** Lowest and highest price since it was looked at last. */
  traded: { low: Big; high: Big } | null;
  total: Big;
  given: Big;
  now: number;
}

const priceReached = ({ below, above }: StopConditions, traded: StopFacts['traded']): StopReason | null => {
  if (!traded) return null;
  if (below && traded.low.lte(below)) return 'below';
  return above && traded.high.gte(above) ? 'above' : null;
};

const resultReached = (
  { gain, loss }: Pick<StopConditions, 'gain' | 'loss'>,
  { total, given }: Pick<StopFacts, 'total' | 'given'>,
): StopReason | null => {
  if (loss && total.lte(given.times(loss).times(-1))) return 'loss';
  return gain && total.gte(given.times(gain)) ? 'gain' : null;
};

/** the first condition that is met, or null. */
export function stopReached(conditions: StopConditions, facts: StopFacts): StopReason | null {
  const timeReached = conditions.at !== null && facts.now >= conditions.at ? 'at' : null;
  return priceReached(conditions, facts.traded) ?? resultReached(conditions, facts) ?? timeReached;
}

/** A condition that was met, by which price. */
export interface MetStop {
  reason: StopReason;
  /** Null for a time. */
  price: Big | null;
  /** It was crossed while no server watched. */
  late: boolean;
  /** And the price has come back since: its owner decides. */
  isBack: boolean;
}

interface WatchedFacts extends RunValue {
  /** Since it was looked at last. */
  traded: PriceRange | null;
  /** That and what was found after a gap. */
  seen: PriceRange | null;
  /** Null while it is not known. */
  last: Big | null;
  /** UTC epoch ms. */
  now: number;
}

type Met = Pick<MetStop, 'reason' | 'price'>;

function priceMet(conditions: StopConditions, prices: readonly Big[]): Met | null {
  const [first] = prices;
  if (!first) return null;
  const [low, high] = [min(first, ...prices), max(first, ...prices)];
  const reason = priceReached(conditions, { low, high });
  return reason && { reason, price: reason === 'below' ? low : high };
}

const worthAt = ({ base, counter }: Amounts, price: Big): Big => counter.plus(base.times(price));

/** In counter units, whatever it earns: in coins both sides are the same, divided by the price. */
function resultMet(conditions: StopConditions, { given, owned }: RunValue, prices: readonly Big[]): Met | null {
  for (const price of prices) {
    const start = worthAt(given, price);
    const reason = resultReached(conditions, { total: worthAt(owned, price).minus(start), given: start });
    if (reason) return { reason, price };
  }
  return null;
}

const endsOf = (range: PriceRange | null): Big[] => (range ? [range.low, range.high] : []);

/**
 * the first condition that is met by what was traded since it was looked at last, or null. What was found after a
 * gap counts for prices only: what a run owned at that moment is not known.
 */
export function stopMet(conditions: StopConditions, facts: WatchedFacts): MetStop | null {
  const { traded, seen, last, now } = facts;
  const prices = [...endsOf(traded), ...(last ? [last] : [])];
  const missed = priceMet(conditions, endsOf(seen));
  const late = missed !== null && priceMet(conditions, endsOf(traded)) === null;
  const price = priceMet(conditions, prices);
  if (price) return { ...price, late, isBack: false };
  const timeMet: Met | null = conditions.at !== null && now >= conditions.at ? { reason: 'at', price: null } : null;
  const met = resultMet(conditions, facts, prices) ?? timeMet;
  if (met) return { ...met, late: false, isBack: false };
  return missed && { ...missed, late, isBack: true };
}

/** A total is so much of what was given where `start + slope × price` is 0, and more where that is above 0. */
function lineOf({ given, owned }: RunValue, fraction: Big): { start: Big; slope: Big } {
  return {
    start: owned.counter.minus(given.counter).minus(given.counter.times(fraction)),
    slope: owned.base.minus(given.base).minus(given.base.times(fraction)),
  };
}

/** A price that is waited for: at it or higher, else at it or lower. */
export interface AwaitedPrice {
  price: Big;
  above: boolean;
}

/** So that a price that is waited for never lies beyond the one that meets the condition. */
const DECIMALS = 12;

/** Where a result reaches so much of what was given, with what the run owns now; null where no price does that. */
function resultPrice(value: RunValue, fraction: Big, side: 'gain' | 'loss'): AwaitedPrice | null {
  const { start, slope } = lineOf(value, fraction);
  if (slope.eq(0)) return null;
  const above = slope.gt(0) === (side === 'gain');
  const exact = start.times(-1).div(slope);
  const price = exact.round(DECIMALS, above ? 0 : 3);
  return price.gt(ZERO) ? { price, above } : null;
}

/** prices that are watched for a run besides those that its owner named: they move with each of its trades. */
export function resultPrices({ gain, loss }: Pick<StopConditions, 'gain' | 'loss'>, value: RunValue): AwaitedPrice[] {
  const prices = [gain && resultPrice(value, gain, 'gain'), loss && resultPrice(value, loss.times(-1), 'loss')];
  return prices.filter((price) => price !== null);
}

/** Prices that its owner named. */
export function namedPrices({ below, above }: Pick<StopConditions, 'below' | 'above'>): AwaitedPrice[] {
  return [...(below ? [{ price: below, above: false }] : []), ...(above ? [{ price: above, above: true }] : [])];
}

/** C-11: so many in a row. */
export const LOSING_CYCLES = 3;

/** C-11: the last three cycles earned nothing. Results, the oldest first. */
export const shouldPause = (results: readonly Big[]): boolean =>
  results.length >= LOSING_CYCLES && results.slice(-LOSING_CYCLES).every((result) => result.lte(0));

/** T-9: the borders between which the last price lets orders rest, and since when it is on its side of them. */
export interface RangeFacts {
  isResting: boolean;
  isInside: boolean;
  /** UTC epoch ms from which the price has been on this side without a break. */
  since: number;
  now: number;
}

/** T-9: orders come down after the price was outside for `wait` ms, and are put back after it was inside as long. */
export const restsInRange = ({ isResting, isInside, since, now }: RangeFacts, wait: number): boolean =>
  now - since >= wait ? isInside : isResting;
