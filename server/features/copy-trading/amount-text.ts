import type { Big } from 'big.js';

/** Two decimals; more for an amount too small to show in two. */
const decimalsFor = (amount: Big): number => (amount.e < 0 ? Math.min(2 - amount.e, 18) : 2);

function grouped(amount: Big): string {
  const [whole = '', part] = amount.toFixed().split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? thousands : `${thousands}.${part}`;
}

/** Rounded down: what there is. */
export const roundedDown = (amount: Big): string => grouped(amount.round(decimalsFor(amount), 0));
/** Rounded up: what is needed. */
export const atLeast = (amount: Big): Big => amount.round(decimalsFor(amount), 3);
export const roundedUp = (amount: Big): string => grouped(atLeast(amount));
