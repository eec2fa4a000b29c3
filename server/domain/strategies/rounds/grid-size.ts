import { Big } from 'big.js';
import { max, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { Rung } from './grid-levels.ts';
import type { GridLevel, GridRules } from './level.ts';

/** The same money on each level, times its weight; or the same coins. */
export type SizeBy = 'amount' | 'coins';

export interface GridSettings {
  rungs: readonly Rung[];
  /** By rung; all 1 unless the type says otherwise. */
  weights: readonly Big[];
  size: SizeBy;
  /** Last price. */
  market: Big;
  /** Coins of the person's own that are used for the levels that sell first, base units. */
  ownCoins: Big;
}

/** What the start would place and cost, and what each level buys. */
export interface SizedGrid {
  /** Counter units for weight 1, or base units where each level has the same coins. */
  unit: Big;
  levels: GridLevel[];
  /** Bought at the start by one limit order that is canceled where it does not fill; quantity 0 for none. */
  startOrder: { quantity: Big; price: Big };
  /** Counter units that the levels' first purchases reserve. */
  reserved: Big;
  /** Most that the coins of the start can cost, counter units. */
  mostForCoins: Big;
  /** The sum of both: what the run is given. */
  cost: Big;
}

const CENT = new Big('0.01');
/** the most that is paid for the coins of the start, by the market. */
const START_ABOVE_MARKET = new Big('1.005');

export const startPrice = (market: Big, tick: Big): Big => floorTo(tick, market.times(START_ABOVE_MARKET));

const keptOf = ({ fee }: GridRules): Big => ONE.minus(fee);

/** what a first purchase of so many coins can sell. */
export const sellableOf = (quantity: Big, rules: GridRules): Big => floorTo(rules.step, quantity.times(keptOf(rules)));

const levelOf = ({ startsBy, ...rung }: Rung, quantity: Big): GridLevel => ({
  ...rung,
  startsBy,
  cycleOpensBy: 'buy',
  buys: { by: 'fixed', quantity },
  sells: { by: 'holdings' },
  repeat: true,
});

/** what a grid costs with this unit. */
export function gridOf(settings: GridSettings, rules: GridRules, unit: Big): SizedGrid {
  const { rungs, weights, size, market, ownCoins } = settings;
  const quantities = rungs.map(({ buyPrice }, at) =>
    size === 'coins' ? unit : floorTo(rules.step, unit.times(weights[at] ?? ONE).div(buyPrice)),
  );
  const quantityAt = (at: number): Big => quantities[at] ?? ZERO;
  const toSell = rungs.reduce(
    (sum, { startsBy }, at) => (startsBy === 'sell' ? sum.plus(sellableOf(quantityAt(at), rules)) : sum),
    ZERO,
  );
  const quantity = ceilTo(rules.step, max(ZERO, toSell.minus(ownCoins)).div(keptOf(rules)));
  const price = startPrice(market, rules.tick);
  const reserved = rungs.reduce(
    (sum, { startsBy, buyPrice }, at) => (startsBy === 'buy' ? sum.plus(quantityAt(at).times(buyPrice)) : sum),
    ZERO,
  );
  const mostForCoins = quantity.times(price);
  return {
    unit,
    levels: rungs.map((rung, at) => levelOf(rung, quantityAt(at))),
    startOrder: { quantity, price },
    reserved,
    mostForCoins,
    cost: reserved.plus(mostForCoins),
  };
}

/** The largest whole number for which `fits`; fitting ends at some number and does not begin again. */
function largestThat(fits: (count: number) => boolean): number {
  let most = 1;
  while (fits(most)) most *= 2;
  let least = 0;
  while (most - least > 1) {
    const count = Math.floor((least + most) / 2);
    if (fits(count)) least = count;
    else most = count;
  }
  return least;
}

const unitStep = ({ size }: Pick<GridSettings, 'size'>, { step }: GridRules): Big => (size === 'coins' ? step : CENT);

/** The largest unit that fits; one that is larger than one that does not is none that fits. */
export function largestUnit(settings: Pick<GridSettings, 'size'>, rules: GridRules, fits: (unit: Big) => boolean): Big {
  const step = unitStep(settings, rules);
  return step.times(largestThat((count) => fits(step.times(count))));
}

/** the grid with the largest unit that costs no more than `invest`. */
export function sizeGrid(settings: GridSettings, rules: GridRules, invest: Big): SizedGrid {
  const unit = largestUnit(settings, rules, (one) => gridOf(settings, rules, one).cost.lte(invest));
  return gridOf(settings, rules, unit);
}

/** Coins that the levels of a grid which sell first begin with, base units. */
export const soldFirst = ({ levels }: Pick<SizedGrid, 'levels'>, rules: GridRules): Big =>
  levels.reduce(
    (sum, { startsBy, buys }) =>
      startsBy === 'sell' && buys.by === 'fixed' ? sum.plus(sellableOf(buys.quantity, rules)) : sum,
    ZERO,
  );

/** The least investment, to a cent, with which each order of the grid is one that the exchange takes. */
export function leastInvestment(
  settings: GridSettings,
  rules: GridRules,
  isLegal: (grid: SizedGrid) => boolean,
): { unit: Big; invest: Big } {
  const step = unitStep(settings, rules);
  const gridAt = (count: number) => gridOf(settings, rules, step.times(count));
  const grid = gridAt(largestThat((count) => !isLegal(gridAt(count))) + 1);
  return { unit: grid.unit, invest: ceilTo(CENT, grid.cost) };
}
