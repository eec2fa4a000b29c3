import { ZERO } from '#contracts/rules/decimal.ts';
import { isLive } from '../../position/order-state.ts';
import { closedAt, REFUSALS_WITHIN } from './after-rounds.ts';
import type { GridRules } from './level.ts';
import { passLegs } from './level-fold.ts';
import { allocationOf } from './run-books.ts';
import { type ClosedCycle, ofLevel, type RunFacts, type RunFold, type RunOrder } from './run-facts.ts';
import { LOSING_CYCLES } from './stop-conditions.ts';

const NOTHING: RunFold = { moved: { base: ZERO, counter: ZERO }, levels: new Map() };

/** The first turn of a level that is not folded. */
export const turnOf = (fold: RunFold | null | undefined, level: number): number =>
  fold?.levels.get(level)?.legs.next.turn ?? 0;

/**
 * Nothing about it can change, and no rule asks for it any more: the exchange has reported its end and its trades. An end that
 * we concluded ourselves (refused, never received) may be contradicted, and refusals are counted, for a while.
 */
const isSettled = ({ state, isBooked, reason, updatedAt }: RunOrder, now: number): boolean =>
  !isLive(state) && isBooked && (reason === null || now >= updatedAt + REFUSALS_WITHIN);

const closedLast = (cycles: readonly ClosedCycle[]): ClosedCycle[] =>
  cycles
    .toSorted((one, other) => one.at - other.at)
    .slice(-LOSING_CYCLES)
    .toSorted((one, other) => one.turn - other.turn);

/** All finished legs up to now; those of before, and what has been settled since. */
export function foldRun(facts: RunFacts, { rules, now }: { rules: GridRules; now: number }): RunFold {
  const before = facts.folded ?? NOTHING;
  const levels = new Map(before.levels);
  let { moved } = before;
  for (const { level, start } of facts.levels) {
    const orders = ofLevel(facts, level.number);
    const open = new Set(orders.filter((order) => !isSettled(order, now)).map(({ turn }) => turn));
    const known = levels.get(level.number);
    const passed = passLegs(level, { start, orders, from: known?.legs }, { rules, passes: (turn) => !open.has(turn) });
    const { next, opened, total, cycles } = passed;
    if (next.turn === turnOf(before, level.number)) continue;
    const closed = cycles.map((cycle) => Object.assign(cycle, { at: closedAt(orders, cycle) }));
    levels.set(level.number, {
      legs: { next, opened, total },
      recent: closedLast([...(known?.recent ?? []), ...closed]),
    });
    moved = allocationOf(
      moved,
      orders.filter(({ turn }) => turn < next.turn),
    );
  }
  return { moved, levels };
}
