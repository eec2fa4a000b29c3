import type { Big } from 'big.js';

/** Decimals of every asset. */
export const ASSET_DECIMALS = 8;
/** An amount with all its decimals: 60.00000000. */
export const fixed = (amount: Big): string => amount.toFixed(ASSET_DECIMALS, 0);
