import type { Big } from 'big.js';
import { compactAmount } from '../../../lib/compact-amount.ts';
import { formatAmount } from '../../../lib/format-amount.ts';

const DECIMALS = 2;
const DIGITS = 3;
const WHOLE_FROM = 100;
const SHORTENED_FROM = 10_000;
const MINUS = '\u2212';

/** A result where there is room for six characters: '+2.12', '−341', '−12.4k'; rounded downwards, as results are. */
export function shortResult(profit: Big, locale?: string): string {
  if (profit.eq(0)) return '0';
  const [sign, rounding] = profit.gt(0) ? (['+', 0] as const) : ([MINUS, 3] as const);
  const size = profit.abs();
  const shown = size.lt(WHOLE_FROM) ? size.round(DECIMALS, rounding) : size.prec(DIGITS, rounding);
  if (shown.gte(SHORTENED_FROM)) return sign + compactAmount(shown, locale);
  return sign + formatAmount(shown, size.lt(WHOLE_FROM) ? DECIMALS : 0, locale);
}
