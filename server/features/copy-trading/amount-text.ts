import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';

/** Two decimals; more for an amount too small to show in two. */
const decimalsFor = (amount: Big): number => (amount.e < 0 ? Math.min(2 - amount.e, 18) : 2);

/** Rounded down: what there is. */
export const roundedDown = (amount: Big): string => grouped(amount.round(decimalsFor(amount), 0));
/** Rounded up: what is needed. */
export const atLeast = (amount: Big): Big => amount.round(decimalsFor(amount), 3);
export const roundedUp = (amount: Big): string => grouped(atLeast(amount));
