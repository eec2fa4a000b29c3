import type { Big } from 'big.js';

/** Two decimals as for money, more where an amount is so small that they would say nothing. */
const decimalsFor = (amount: Big): number => (amount.e < 0 ? Math.min(2 - amount.e, 18) : 2);

const say = (amount: Big, rounding: 0 | 3): string => amount.round(decimalsFor(amount), rounding).toFixed();

/** Rounded down: what there is. */
export const sayAtMost = (amount: Big): string => say(amount, 0);
/** Rounded up: what is needed. */
export const sayAtLeast = (amount: Big): string => say(amount, 3);
