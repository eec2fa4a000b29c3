import { Big } from 'big.js';
import { imbalanceWeights, rungsOf } from '../../server/domain/strategies/rounds/grid-levels.ts';
import { type GridSettings, type SizedGrid, sizeGrid } from '../../server/domain/strategies/rounds/grid-size.ts';
import type { GridRules, Sizing } from '../../server/domain/strategies/rounds/level.ts';
import { type LineSettings, priceLines } from '../../server/domain/strategies/rounds/price-lines.ts';

/** The pair and the grids of the worked examples. */
export const big = (text: string | number): Big => new Big(text);
export const rules: GridRules = {
  step: big('0.1'),
  tick: big('0.0001'),
  minQuantity: big('0.1'),
  minNotional: big(5),
  fee: big('0.001'),
};
export const market = big('0.523');
export const fixed = (sizing: Sizing): string | null => (sizing.by === 'fixed' ? sizing.quantity.toFixed() : null);
export const texts = (values: readonly Big[]): string[] => values.map((value) => value.toFixed());

export interface Wanted extends Omit<LineSettings, 'low' | 'high'> {
  low: string;
  high: string;
  invest: string;
  lowest?: string;
}

export function settingsOf({ low, high, lowest, ...lines }: Wanted): GridSettings & { lines: Big[] } {
  const all = priceLines({ ...lines, low: big(low), high: big(high) }, rules.tick);
  const weights = lowest ? imbalanceWeights(lines.steps, big(lowest)) : rungsOf(all, market).map(() => big(1));
  return { lines: all, rungs: rungsOf(all, market), weights, size: 'amount', market, ownCoins: big(0) };
}
export const sized = (wanted: Wanted): SizedGrid => sizeGrid(settingsOf(wanted), rules, big(wanted.invest));

export const ARITHMETIC: Wanted = { low: '0.48', high: '0.56', steps: 8, spacing: 'amount', invest: '400' };
export const GEOMETRIC: Wanted = { low: '0.4', high: '0.6', steps: 6, spacing: 'percent', invest: '300' };
export const IMBALANCE: Wanted = { low: '0.48', high: '0.56', steps: 4, spacing: 'amount', invest: '200', lowest: '3' };
