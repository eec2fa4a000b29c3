import type { Big } from 'big.js';

/** Values and results go over the wire with so many decimals, floored. */
export const WIRE_DECIMALS = 8;
const USUAL = 4;
/** USDT: of a dearer currency four decimals would say nothing. */
const DEAR_FROM = 100;

/** Decimals that values and results in a currency are shown with; all of them while no price of it is known. */
export const amountDecimals = (usdtOfOne: Big | null): number => (usdtOfOne?.lt(DEAR_FROM) ? USUAL : WIRE_DECIMALS);

/** Two significant digits more where an amount would show as 0 and is not. */
export const seenDecimals = (amount: Big | null | undefined, decimals: number): number =>
  amount && !amount.eq(0) && amount.e < -decimals ? 1 - amount.e : decimals;
