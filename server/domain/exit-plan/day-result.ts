import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { DAY } from '#contracts/rules/time.ts';

/** One key's part of a block or a bot. */
export interface ResultPart {
  keyId: string;
  /** UTC epoch ms; null while it is open. */
  endedAt: number | null;
  /** USDT; 'no-price' while a price is missing, null where it cannot be known at all. */
  usdt: Big | 'no-price' | null;
}

export interface SummedResult {
  /** USDT; null while a price is missing. */
  usdt: Big | null;
  /** Parts that are not known: they are left out. */
  leftOut: number;
}

/** The start of the day (UTC) of a moment. */
export const dayOf = (at: number): number => at - (at % DAY);

function sum(parts: readonly ResultPart[]): SummedResult {
  const known = parts.flatMap(({ usdt }) => (usdt === null || usdt === 'no-price' ? [] : usdt));
  const isPriced = parts.every(({ usdt }) => usdt !== 'no-price');
  return {
    usdt: isPriced ? known.reduce((total, one) => total.plus(one), ZERO) : null,
    leftOut: parts.filter(({ usdt }) => usdt === null).length,
  };
}

const isIn = (part: ResultPart, keyId: string | null): boolean => keyId === null || part.keyId === keyId;

/** EX-12: closed since the day began, and open at last prices; of one key, or of all (null). */
export const resultOfDay = (
  parts: readonly ResultPart[],
  { keyId, day }: { keyId: string | null; day: number },
): SummedResult => sum(parts.filter((part) => isIn(part, keyId) && (part.endedAt === null || part.endedAt >= day)));

/** What was closed from one day's start until another's, USDT; null while a price is missing. */
export const closedBetween = (
  parts: readonly ResultPart[],
  { keyId, from, before }: { keyId: string | null; from: number; before: number },
): Big | null =>
  sum(
    parts.filter((part) => isIn(part, keyId) && part.endedAt !== null && part.endedAt >= from && part.endedAt < before),
  ).usdt;
