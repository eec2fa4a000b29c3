import type { Big } from 'big.js';
import { wireAmount } from '../../../lib/decimal.ts';

const AMOUNT_DECIMALS = 8;

/** Never shown better than it is. */
export const amount = (value: Big): Big => wireAmount(value.round(AMOUNT_DECIMALS, value.lt(0) ? 3 : 0));
