import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';

interface Fee {
  asset: string;
  amount: Big;
}

export const sumFees = (fees: readonly Fee[]): Fee[] =>
  [...Map.groupBy(fees, ({ asset }) => asset)].map(([asset, all]) => ({
    asset,
    amount: all.reduce((sum, { amount }) => sum.plus(amount), ZERO),
  }));

/** What was paid in fees, by asset. */
export const feesOf = (fills: readonly { commission: Big; commissionAsset: string }[]): Fee[] =>
  sumFees(fills.map(({ commission: amount, commissionAsset: asset }) => ({ asset, amount })));
