import type { Big } from 'big.js';
import { formatAmount } from './format-amount.ts';

const UNITS = [
  { exponent: 9, suffix: 'B' },
  { exponent: 6, suffix: 'M' },
  { exponent: 3, suffix: 'k' },
] as const;
/** From here on an amount is shortened. */
const SHORTENED_FROM = 4;
const DIGITS = 3;
const DIGITS_IN_FULL = 4;
const MOST_DECIMALS = 8;

/** A size to compare at a glance: 12.1k, 1.23M, 340.5, 0.01234. Truncated. */
export function compactAmount(amount: Big, locale?: string): string {
  if (amount.eq(0)) return '0';
  const unit = amount.e < SHORTENED_FROM ? undefined : UNITS.find(({ exponent }) => amount.e >= exponent);
  if (!unit) return formatAmount(amount, Math.min(Math.max(0, DIGITS_IN_FULL - 1 - amount.e), MOST_DECIMALS), locale);
  const shown = amount.div(`1e${unit.exponent}`);
  return formatAmount(shown, Math.max(0, DIGITS - 1 - shown.e), locale) + unit.suffix;
}
