import { ZERO } from '#contracts/rules/decimal.ts';
import type { GridRules } from '../strategies/rounds/level.ts';
import { type Cycle, foldLevel } from '../strategies/rounds/level-fold.ts';
import type { RunLevel, RunOrder } from '../strategies/rounds/run-facts.ts';

export interface Compacted {
  level: RunLevel;
  orders: RunOrder[];
  /** Cycles that `orders` no longer show, the oldest first. */
  cycles: Cycle[];
  gone: RunOrder[];
}

const total = (orders: readonly RunOrder[], of: 'base' | 'counter') =>
  orders.reduce((sum, order) => sum.plus(order[of]), ZERO);

/**
 * The same level with its finished cycles folded into what it begins with: asked for its next step, it says the same.
 * Cut where a cycle would open next; null where there is nothing to fold.
 */
export function compactLevel(of: RunLevel, orders: readonly RunOrder[], rules: GridRules): Compacted | null {
  const { level, start } = of;
  const state = foldLevel(level, { start, orders }, rules);
  const opensNow = state.side === level.cycleOpensBy;
  const cut = opensNow ? state.turn : state.turn - 1;
  if (cut <= 0) return null;
  const gone = orders.filter(({ turn }) => turn < cut);
  const kept = orders.filter(({ turn }) => turn >= cut);
  for (const order of kept) order.turn -= cut;
  const { firstPrice: _, ...rest } = level;
  return {
    level: {
      ...of,
      level: { ...rest, startsBy: level.cycleOpensBy },
      start: { base: start.base.plus(total(gone, 'base')), counter: start.counter.plus(total(gone, 'counter')) },
    },
    orders: kept,
    cycles: state.cycles.filter(({ turn }) => turn < cut),
    gone,
  };
}
