import { Big } from 'big.js';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../lib/format-amount.ts';

/** A part as a percentage, with its sign; losses are cut away from zero. */
export function percentText(part: number, decimals = 2): string {
  const percent = part * 100;
  const digits = 10 ** decimals;
  const cut = percent < 0 ? Math.floor(percent * digits) / digits : Math.trunc(percent * digits) / digits;
  const text = Math.abs(cut).toFixed(decimals);
  if (cut === 0) return `${text}%`;
  return `${cut < 0 ? '\u2212' : '+'}${text}%`;
}

/** '1 sale', '2 sales'. */
export const countText = (count: number, [one, more]: readonly [string, string]): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

/** Without a sign: of a time or of a fall. */
export const shareText = (part: number, decimals = 1): string => `${(part * 100).toFixed(decimals)}%`;

const AWAY = 3;
const TOWARDS = 0;

/** As it is read: losses are cut away from zero, gains towards it. */
export const cut = (amount: Big, decimals = seenDecimals(amount, 2)): Big =>
  amount.round(decimals, amount.lt(0) ? AWAY : TOWARDS);

/** the three results of a run as they are read, which add up. */
export function cutResult({
  total,
  rounds,
}: Record<'total' | 'rounds', Big>): Record<'total' | 'rounds' | 'position', Big> {
  const decimals = Math.max(seenDecimals(total, 2), seenDecimals(rounds, 2));
  const [all, realized] = [cut(total, decimals), cut(rounds, decimals)];
  return { total: all, rounds: realized, position: all.minus(realized) };
}

export const amountText = (amount: Big, unit: string): string => {
  const sign = amount.gt(0) ? '+' : '';
  const shown = cut(amount);
  return `${sign}${formatAmount(shown, seenDecimals(shown, 2))} ${unit}`;
};

export const plainText = (amount: Big, unit: string): string =>
  `${formatAmount(amount, seenDecimals(amount, 2))} ${unit}`;

/** Statistics, for reading. */
export const ratioText = (ratio: number | Big | null): string =>
  ratio === null ? '—' : new Big(ratio).round(2).toFixed(2).replace('-', '\u2212');

/** '25 Nov 2026, 14:00 UTC': bars are of UTC days. */
export const utcText = (time: number): string =>
  `${new Date(time).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })} UTC`;

/** A time from one minute to another, or within one. */
export const utcSpan = (from: number, to: number): string => {
  const [begins, ends] = [utcText(from), utcText(to)];
  return begins === ends ? `Within ${begins}` : `${begins} to ${ends}`;
};

export const utcDay = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
