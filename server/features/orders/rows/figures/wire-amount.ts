import type { Big } from 'big.js';
import { ZERO } from '../../../../lib/decimal.ts';

/** What a JSON number holds exactly. */
const DOUBLE_DIGITS = 15;

/** Cut to what a JSON number gives back exactly. */
export const wireAmount = (amount: Big): Big => amount.prec(DOUBLE_DIGITS, 0);

export const average = ({ quantity, counter }: { quantity: Big; counter: Big }): Big =>
  quantity.eq(0) ? ZERO : counter.div(quantity);
