import { Big } from 'big.js';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { GridRules } from './level.ts';
import { nextLine, type Spacing } from './price-lines.ts';

export interface TrendGrid {
  /** The lowest first. */
  lines: readonly Big[];
  spacing: Spacing;
}

/** T-5: the line whose trade lets the grid follow, one beyond the last on that side. */
export const shiftsAt = (grid: TrendGrid, to: 'up' | 'down', tick: Big): Big =>
  nextLine(grid.lines, grid, { to, tick });

export interface Shift {
  lines: Big[];
  /** The level that is added on the side of the price. */
  added: { buyPrice: Big; sellPrice: Big; quantity: Big };
}

/**
 * T-5, upward: the lowest level, which holds counter, is taken off; a new one buys at the old highest line with the same
 * amount, counter units. Null where that is less than the exchange takes.
 */
export function shiftUp(grid: TrendGrid, amount: Big, rules: GridRules): Shift | null {
  const top = grid.lines.at(-1) ?? new Big(0);
  const sellPrice = shiftsAt(grid, 'up', rules.tick);
  const quantity = floorTo(rules.step, amount.div(top));
  if (!isOrderable(quantity, top, rules)) return null;
  return { lines: [...grid.lines.slice(1), sellPrice], added: { buyPrice: top, sellPrice, quantity } };
}

/**
 * T-5, downward, for the coin: the highest level, which holds coins, is taken off; a new one sells the same coins, base
 * units, at the old lowest line. Null where that is worth less than the exchange takes.
 */
export function shiftDown(grid: TrendGrid, coins: Big, rules: GridRules): Shift | null {
  const bottom = grid.lines[0] ?? new Big(0);
  const buyPrice = shiftsAt(grid, 'down', rules.tick);
  const quantity = floorTo(rules.step, coins);
  if (buyPrice.lte(0) || !isOrderable(quantity, bottom, rules)) return null;
  return { lines: [buyPrice, ...grid.lines.slice(0, -1)], added: { buyPrice, sellPrice: bottom, quantity } };
}
