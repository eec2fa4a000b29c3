import { Big } from 'big.js';
import { DAY, HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { Drift } from './rebalance.ts';

export interface BasketSettings {
  /** Drift from which it is due, as a fraction; null: by time only. */
  threshold: Big | null;
  /** Ms from one rebalancing to the next; null: by threshold only. */
  every: number | null;
}

export interface BasketFacts {
  drifts: readonly Drift[];
  /** UTC epoch ms of the last rebalancing, or of the start. */
  last: number;
  /** An order of the last rebalancing whose end is not known. */
  isUndecided: boolean;
  now: number;
}

/** B-2: by time it is due only where some part is so far from its target. */
export const LEAST_DRIFT = new Big('0.005');
/** B-3: ms from one rebalancing to the next at least. */
export const PAUSE = 10 * MINUTE;

const reaches = (drifts: readonly Drift[], least: Big): boolean => drifts.some(({ drift }) => drift.abs().gte(least));

/** B-2: whether some part is so far from its target that trading it is worth its fee. */
export const isWorthTrading = (drifts: readonly Drift[]): boolean => reaches(drifts, LEAST_DRIFT);

/** B-2, B-3: why a basket is to be rebalanced now; null where it is not. Looked at on each minute's close. */
export function whyDue(settings: BasketSettings, facts: BasketFacts): 'threshold' | 'time' | null {
  const { drifts, last, isUndecided, now } = facts;
  if (isUndecided || now - last < PAUSE) return null;
  if (settings.threshold && reaches(drifts, settings.threshold)) return 'threshold';
  const isTime = settings.every !== null && now - last >= settings.every;
  return isTime && isWorthTrading(drifts) ? 'time' : null;
}

const FEWEST = 2;
const MOST = 10;
const LEAST_PERCENT = 2;
const WHOLE = 100;

/** B-1: what is wrong with the targets, whole percent by name; null where they may be used. */
export function targetsFault(targets: readonly { name: string; percent: number }[]): string | null {
  if (targets.length < FEWEST || targets.length > MOST) return `A basket has ${FEWEST} to ${MOST} assets.`;
  const names = new Set(targets.map(({ name }) => name));
  if (names.size < targets.length) return 'Each asset can be in the basket once.';
  const small = targets.find(({ percent }) => percent < LEAST_PERCENT || !Number.isInteger(percent));
  if (small) return `${small.name} needs a whole percentage of ${LEAST_PERCENT} or more.`;
  const sum = targets.reduce((all, { percent }) => all + percent, 0);
  return sum === WHOLE ? null : `The targets must add up to 100%: they add up to ${sum}%.`;
}

/** B-5: what the first holdings would be worth now if nothing had been traded, counter units. */
export const justHolding = (start: readonly { held: Big; price: Big }[], counter: Big): Big =>
  start.reduce((sum, { held, price }) => sum.plus(held.times(price)), counter);

const LEAST_THRESHOLD = new Big('0.005');
const MOST_THRESHOLD = new Big('0.3');
const LONGEST = 28 * DAY;

/** B-2: what is wrong with when it is due; null where it may be used. */
export function settingsFault({
  threshold,
  every,
}: BasketSettings): { field: 'threshold' | 'every'; text: string } | null {
  if (threshold === null && every === null) return { field: 'threshold', text: 'Enter a threshold, a time, or both.' };
  if (threshold && (threshold.lt(LEAST_THRESHOLD) || threshold.gt(MOST_THRESHOLD)))
    return { field: 'threshold', text: 'Enter 0.5 to 30%.' };
  if (every !== null && (every < HOUR || every > LONGEST)) return { field: 'every', text: 'Enter 1 to 672 hours.' };
  return null;
}
