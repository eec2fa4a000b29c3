import { Big } from 'big.js';

Big.DP = 40;

export const ZERO = new Big(0);
const to = (step: Big, amount: Big, mode: 0 | 3) => amount.div(step).round(0, mode).times(step);

/** Down to a multiple of `step`. */
export const floorTo = (step: Big, amount: Big): Big => to(step, amount, 0);
/** Up to a multiple of `step`. */
export const ceilTo = (step: Big, amount: Big): Big => to(step, amount, 3);
/** Decimals that a step needs: 0.0001 has 4, 10 has 0. */
export const decimals = (step: Big): number => step.toFixed().split('.')[1]?.replace(/0+$/, '').length ?? 0;
