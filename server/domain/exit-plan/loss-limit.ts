import type { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';

/** EX-12: how much an account, or a key, may lose before everything new is off. */
export type LossLimit =
  /** Of the day (UTC), as a fraction of what it began with, or in counter currency. */
  | { of: 'day'; part: Big }
  | { of: 'day'; amount: Big }
  /** From the highest value since the limit was set, as a fraction. */
  | { of: 'peak'; part: Big };

export interface ValueFacts {
  /** Closed today and open at last prices, together: negative is a loss. */
  resultOfDay: Big;
  /** Null where it is not known: a limit in counter currency needs none of these. */
  valueAtDayStart: Big | null;
  highest: Big | null;
  value: Big | null;
}

/** EX-12: what was lost, never below 0, and what may be; both null where that is not known. */
export function lossOf(limit: LossLimit, facts: ValueFacts): { lost: Big | null; allowed: Big | null } {
  const loss = max(facts.resultOfDay.times(-1), ZERO);
  if ('amount' in limit) return { lost: loss, allowed: limit.amount };
  if (limit.of === 'day')
    return { lost: loss, allowed: facts.valueAtDayStart && facts.valueAtDayStart.times(limit.part) };
  const { highest, value } = facts;
  return { lost: highest && value && highest.minus(value), allowed: highest && highest.times(limit.part) };
}

/** EX-12: whether the limit is reached. Nothing is lost of nothing. */
export function isReached(limit: LossLimit, facts: ValueFacts): boolean {
  const { lost, allowed } = lossOf(limit, facts);
  return lost !== null && allowed !== null && lost.gt(0) && lost.gte(allowed);
}

const measureOf = (limit: LossLimit): string => `${limit.of} ${'part' in limit ? 'part' : 'amount'}`;
const boundOf = (limit: LossLimit): Big => ('part' in limit ? limit.part : limit.amount);

/** EX-12: whether a change lets more be lost, or may: then it needs a fresh proof. Null is no limit. */
export function isLooser(before: LossLimit | null, after: LossLimit | null): boolean {
  if (!before) return false;
  if (!after || measureOf(before) !== measureOf(after)) return true;
  return boundOf(after).gt(boundOf(before));
}
