import { Big } from 'big.js';
import { formatAmount } from '../../lib/format-amount.ts';

const UNITS = [
  { from: 1e12, letter: 'T' },
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'K' },
];
const SMALL_DECIMALS = 4;
const DECIMALS = 2;

/** '18.24K': a volume in little room, truncated. */
export function compact(amount: Big, locale?: string): string {
  const unit = UNITS.find(({ from }) => amount.gte(from));
  if (unit) return formatAmount(amount.div(unit.from), DECIMALS, locale) + unit.letter;
  return formatAmount(amount, amount.lt(1) && amount.gt(0) ? SMALL_DECIMALS : DECIMALS, locale);
}

/** Of the canvas, which has doubles; a volume scale begins at zero. */
export const compactNumber = (amount: number): string => compact(new Big(Math.max(amount, 0)));
