import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/rules/side.ts';
import { isLive } from '../../position/order-state.ts';
import { legPrice } from './level.ts';
import type { Amounts } from './run-books.ts';
import { type LevelView, ownedBy, type RunContext, type RunFacts } from './run-facts.ts';
import { viewLevels } from './run-step.ts';

/** What a run keeps of an asset that no order of it locks. */
export interface KeptOfRun {
  runId: string;
  amount: Big;
  /** Its owner is asked about it already. */
  isAsked: boolean;
}

const byTurn = (one: KeptOfRun, other: KeptOfRun): number =>
  Number(other.isAsked) - Number(one.isAsked) || other.amount.cmp(one.amount) || (one.runId < other.runId ? -1 : 1);

/**
 * C-18: what of it is not free on the account any more, by run. Whose it was is not known: those that are asked already
 * come first, then those that keep most, so that as few as possible are asked.
 */
export function missingByRun(kept: readonly KeptOfRun[], free: Big): ReadonlyMap<string, Big> {
  let short = kept.reduce((sum, { amount }) => sum.plus(amount), ZERO).minus(free);
  const missing = new Map<string, Big>();
  for (const { runId, amount } of kept.toSorted(byTurn)) {
    const part = min(short, amount);
    if (part.lte(0)) continue;
    missing.set(runId, part);
    short = short.minus(part);
  }
  return missing;
}

/** What a level's order takes, resting or due: coins for a sale, money for a purchase. */
function neededBy({ of: { level }, state }: LevelView): Big {
  const resting = state.orders
    .filter((order) => isLive(order.state))
    .reduce((sum, { quantity, filledQuantity }) => sum.plus(quantity).minus(filledQuantity), ZERO);
  const quantity = max(ZERO, resting.plus(state.rest));
  return state.side === 'sell' ? quantity : quantity.times(legPrice(level, state));
}

/** On either side of the market. */
const farthestFirst =
  (side: Side) =>
  (one: LevelView, other: LevelView): number =>
    legPrice(one.of.level, one.state).cmp(legPrice(other.of.level, other.state)) * (side === 'buy' ? 1 : -1);

/** Of the levels on one side, those for which `left` is too little. */
function tooMany(views: readonly LevelView[], side: Side, left: Big): LevelView[] {
  const mine = views.filter(({ state }) => state.side === side).toSorted(farthestFirst(side));
  let needed = mine.reduce((sum, view) => sum.plus(neededBy(view)), ZERO);
  const given: LevelView[] = [];
  for (const view of mine) {
    if (needed.lte(left)) break;
    needed = needed.minus(neededBy(view));
    given.push(view);
  }
  return given;
}

/** Levels that go on, and those that give up. */
export interface LevelsLeft {
  givesUp: number[];
  goesOn: number;
}

/** C-18: without what is missing, the levels that are farthest from the market give up first. */
export function levelsWithout(missing: Amounts, facts: RunFacts, context: RunContext): LevelsLeft {
  const { base, counter } = ownedBy(facts);
  const views = viewLevels(facts, context).filter(({ of }) => !of.leftOut && !of.off);
  const given = [
    ...tooMany(views, 'buy', counter.minus(missing.counter)),
    ...tooMany(views, 'sell', base.minus(missing.base)),
  ];
  const givesUp = given.map(({ of }) => of.level.number).toSorted((one, other) => one - other);
  return { givesUp, goesOn: views.length - givesUp.length };
}
