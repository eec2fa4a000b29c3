import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';

/** Figures of finished deals, in the currency that they earn; null where nothing can be said. */
export interface DealFigures {
  deals: number;
  /** Deals that gained, as a part of all. */
  winRate: Big | null;
  /** Sum of gains over sum of losses; null without a loss. */
  profitFactor: Big | null;
  /** Mean result. */
  expectancy: Big | null;
  averageWin: Big | null;
  /** Below zero. */
  averageLoss: Big | null;
}

const DECIMALS = 8;
const sumOf = (values: readonly Big[]): Big => values.reduce((sum, value) => sum.plus(value), ZERO);
const ratio = (top: Big, bottom: Big | number): Big | null => {
  const divisor = new Big(bottom);
  return divisor.eq(0) ? null : top.div(divisor).round(DECIMALS);
};

/** A deal that ended at zero is neither a gain nor a loss. */
export function dealFigures(results: readonly Big[]): DealFigures {
  const wins = results.filter((result) => result.gt(0));
  const losses = results.filter((result) => result.lt(0));
  return {
    deals: results.length,
    winRate: ratio(new Big(wins.length), results.length),
    profitFactor: ratio(sumOf(wins), sumOf(losses).abs()),
    expectancy: ratio(sumOf(results), results.length),
    averageWin: ratio(sumOf(wins), wins.length),
    averageLoss: ratio(sumOf(losses), losses.length),
  };
}
