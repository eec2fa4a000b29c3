import type { Big } from 'big.js';
import { max } from '#contracts/rules/decimal.ts';
import { DAY } from '#contracts/rules/time.ts';
import { closedBetween, dayOf, type ResultPart, resultOfDay } from './day-result.ts';
import { isReached, type LossLimit, lossOf } from './loss-limit.ts';

/** EX-12: a limit, and what is kept of it. */
export interface WatchedLoss {
  /** Null for the whole account. */
  keyId: string | null;
  limit: LossLimit;
  /** The day (UTC epoch ms of its start) that `base` is about. */
  day: number;
  /** What that day began with, USDT: the keys' worth when it was set, and the results since. Null for a limit in USDT alone. */
  base: Big | null;
  /** Since it was set, USDT. */
  highest: Big | null;
  reachedAt: number | null;
}

export interface Looked {
  day: number;
  base: Big | null;
  highest: Big | null;
  /** USDT; null while a price is missing: then nothing is decided. */
  lost: Big | null;
  allowed: Big | null;
  isReached: boolean;
  /** The day in which it was reached is over. */
  isOver: boolean;
}

/** The highest value is kept so exactly: no finer digit writes it anew. */
const DECIMALS = 8;
const UNKNOWN = { lost: null, allowed: null, isReached: false } as const;

/** EX-12: what a limit of the day that was reached ends by; null for another. */
export const endOfReached = ({ limit, reachedAt }: Pick<WatchedLoss, 'limit' | 'reachedAt'>): number | null =>
  limit.of === 'day' && reachedAt !== null ? dayOf(reachedAt) + DAY : null;

/** EX-12: how a limit stands now, by facts alone: the same after a restart. */
export function lookAtLoss(watched: WatchedLoss, parts: readonly ResultPart[], now: number): Looked {
  const { keyId, limit, reachedAt } = watched;
  const today = dayOf(now);
  const { usdt: result } = resultOfDay(parts, { keyId, day: today });
  const closedBefore = closedBetween(parts, { keyId, from: watched.day, before: today });
  const endsAt = endOfReached(watched);
  const isOver = endsAt !== null && now >= endsAt;
  if (result === null || closedBefore === null)
    return { day: watched.day, base: watched.base, highest: watched.highest, ...UNKNOWN, isOver };
  const base = watched.base && watched.base.plus(closedBefore);
  const value = base && base.plus(result);
  const highest = value && max(value.round(DECIMALS, 0), watched.highest ?? value.round(DECIMALS, 0));
  const facts = { resultOfDay: result, valueAtDayStart: base, highest, value };
  return {
    day: today,
    base,
    highest,
    ...lossOf(limit, facts),
    isReached: (reachedAt === null || isOver) && isReached(limit, facts),
    isOver,
  };
}
