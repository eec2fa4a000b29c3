import type { Big } from 'big.js';
import { wireAmount } from '../../../lib/decimal.ts';

const AMOUNT_DECIMALS = 8;
const PERCENT_DECIMALS = 2;
/** Never shown better than it is. */
export const amount = (value: Big): Big => wireAmount(value.round(AMOUNT_DECIMALS, value.lt(0) ? 3 : 0));
export const rounded = (value: Big): Big => wireAmount(value.round(PERCENT_DECIMALS, value.lt(0) ? 3 : 0));
