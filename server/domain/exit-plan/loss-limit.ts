import type { Big } from 'big.js';

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
  valueAtDayStart: Big;
  highest: Big;
  value: Big;
}

/** EX-12: whether the limit is reached. Nothing is lost of nothing. */
export function isReached(limit: LossLimit, facts: ValueFacts): boolean {
  const loss = facts.resultOfDay.times(-1);
  if (limit.of === 'peak') {
    const fall = facts.highest.minus(facts.value);
    return fall.gt(0) && fall.gte(facts.highest.times(limit.part));
  }
  if ('amount' in limit) return loss.gt(0) && loss.gte(limit.amount);
  return loss.gt(0) && loss.gte(facts.valueAtDayStart.times(limit.part));
}

const measureOf = (limit: LossLimit): string => `${limit.of} ${'part' in limit ? 'part' : 'amount'}`;
const boundOf = (limit: LossLimit): Big => ('part' in limit ? limit.part : limit.amount);

/** EX-12: whether a change lets more be lost, or may: then it needs a fresh proof. Null is no limit. */
export function isLooser(before: LossLimit | null, after: LossLimit | null): boolean {
  if (!before) return false;
  if (!after || measureOf(before) !== measureOf(after)) return true;
  return boundOf(after).gt(boundOf(before));
}
