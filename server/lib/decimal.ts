import { Big } from 'big.js';

/** Significant digits that a JSON number holds exactly. */
const DOUBLE_DIGITS = 15;

/** Truncated to what a JSON number returns exactly. */
export const wireAmount = (amount: Big): Big => amount.prec(DOUBLE_DIGITS, 0);

/** The number of decimals of a step: 0.0001 has 4, 10 has 0. */
export const decimals = (step: Big): number => step.toFixed().split('.')[1]?.replace(/0+$/, '').length ?? 0;
