import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { wireAmount } from '../../../../lib/decimal.ts';
import type { EndedPart } from './fold-parts.ts';

const MONEY_DECIMALS = 8;

export interface PartsSum {
  /** Of the results that are known, rounded down once. */
  profit: Big;
  parts: number;
  unknown: number;
}

/** What parts of one currency came to. */
export function sumParts(parts: readonly Pick<EndedPart, 'profit'>[]): PartsSum {
  const known = parts.flatMap(({ profit }) => profit ?? []);
  const profit = known.reduce((sum, one) => sum.plus(one), ZERO);
  return {
    profit: wireAmount(floored(profit, MONEY_DECIMALS)),
    parts: known.length,
    unknown: parts.length - known.length,
  };
}

/** '2026-11-25': the day of a moment as a clock in that time zone shows it. */
export function dayIn(timeZone: string): (at: number) => string {
  // Swedish dates are written as ISO 8601 has them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (at) => format.format(at);
}

/** Parts by a name of theirs, in the order in which the names first come. */
export const sumBy = <Part extends Pick<EndedPart, 'profit'>>(
  parts: readonly Part[],
  nameOf: (part: Part) => string,
): [name: string, sum: PartsSum][] =>
  [...Map.groupBy(parts, nameOf)].map(([name, own]): [string, PartsSum] => [name, sumParts(own)]);
