import type { Big } from 'big.js';
import { ONE } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { sellableOf, type SizedGrid } from './grid-size.ts';
import type { GridLevel, GridRules } from './level.ts';
import { isRising, type LineSettings, priceLines } from './price-lines.ts';

/** after rounding, the exchange takes each purchase, and each sale of what is left of it after the fee. */
export const isAboveMinimum = ({ levels }: Pick<SizedGrid, 'levels'>, rules: GridRules): boolean =>
  levels.every(
    ({ buys, buyPrice, sellPrice }) =>
      buys.by !== 'fixed' ||
      (isOrderable(buys.quantity, buyPrice, rules) && isOrderable(sellableOf(buys.quantity, rules), sellPrice, rules)),
  );

type Pair = Pick<GridLevel, 'buyPrice' | 'sellPrice'>;

/** what one unit of money is worth after a purchase, the sale and both fees. */
const kept = ({ buyPrice, sellPrice }: Pair, { fee }: GridRules): Big =>
  ONE.minus(fee).pow(2).times(sellPrice).div(buyPrice);

const pairsOf = (lines: readonly Big[]): Pair[] =>
  lines.slice(1).map((sellPrice, at) => ({ buyPrice: lines[at] ?? sellPrice, sellPrice }));

/** The step that earns least after fees, as a fraction of what it spends; below 0 where the fees are more than it earns. */
export function narrowestStep(lines: readonly Big[], rules: GridRules): Pair & { gain: Big } {
  const [first, ...others] = pairsOf(lines);
  if (!first) throw new Error('A grid has two lines at least.');
  const narrowest = others.reduce((least, pair) => (kept(pair, rules).lt(kept(least, rules)) ? pair : least), first);
  return { ...narrowest, gain: kept(narrowest, rules).minus(1) };
}

/** each step earns after its fees. */
export const paysItsFees = (lines: readonly Big[], rules: GridRules): boolean =>
  isRising(lines) && narrowestStep(lines, rules).gain.gt(0);

const FEWEST_STEPS = 2;
const MOST_STEPS = 100;

/** the most steps for which this range and all coarser ones pay their fees; null where not even two do. */
export function mostSteps(settings: Omit<LineSettings, 'steps'>, rules: GridRules): number | null {
  const pays = (steps: number) => paysItsFees(priceLines({ ...settings, steps }, rules.tick), rules);
  let steps = FEWEST_STEPS;
  while (steps <= MOST_STEPS && pays(steps)) steps += 1;
  return steps === FEWEST_STEPS ? null : steps - 1;
}
