import { Big } from 'big.js';

/** What a JSON number holds exactly. */
const DOUBLE_DIGITS = 15;

/** Cut to what a JSON number gives back exactly. */
export const wireAmount = (amount: Big): Big => amount.prec(DOUBLE_DIGITS, 0);

/** Decimals that a step needs: 0.0001 has 4, 10 has 0. */
export const decimals = (step: Big): number => step.toFixed().split('.')[1]?.replace(/0+$/, '').length ?? 0;
