import type { Big } from 'big.js';

const DECIMALS = 2;

/** How far a level is from the price now, as a percentage: negative below it. Truncated; the price is above zero. */
export const alertDistance = (level: Big, now: Big): Big => level.minus(now).div(now).times(100).round(DECIMALS, 0);
