import type { Big } from 'big.js';

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

const resultReached = ({ gain, loss }: StopConditions, { total, given }: StopFacts): StopReason | null => {
  if (loss && total.lte(given.times(loss).times(-1))) return 'loss';
  return gain && total.gte(given.times(gain)) ? 'gain' : null;
};

/** the first condition that is met, or null. */
export function stopReached(conditions: StopConditions, facts: StopFacts): StopReason | null {
  const timeReached = conditions.at !== null && facts.now >= conditions.at ? 'at' : null;
  return priceReached(conditions, facts.traded) ?? resultReached(conditions, facts) ?? timeReached;
}

/** a price that was crossed while this server was away stops the run only if the market is still beyond it. */
export const isStillBeyond = ({ below, above }: StopConditions, reason: 'below' | 'above', last: Big): boolean =>
  reason === 'below' ? below !== null && last.lte(below) : above !== null && last.gte(above);

const LOSING_CYCLES = 3;

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
