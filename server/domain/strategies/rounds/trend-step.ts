import type { Big } from 'big.js';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import { isLive } from '../../position/order-state.ts';
import type { SizeBy } from './grid-size.ts';
import { type GridLevel, legPrice } from './level.ts';
import type { LevelStart } from './level-fold.ts';
import type { Spacing } from './price-lines.ts';
import { LOOK_AGAIN, type LevelView, ownedBy, type RunContext, type RunFacts } from './run-facts.ts';
import { type Shift, shiftsAt, shiftUp, type TrendGrid } from './trend-shift.ts';

/** What a grid follows the price by. */
export interface TrendRules {
  spacing: Spacing;
  size: SizeBy;
  /** What each level trades: counter units, or base units where each has the same coins. */
  unit: Big;
  /** It never sells above this price; null is without end. */
  until: Big | null;
  /** At most one shift in so long, ms. */
  every: number;
  /** UTC epoch ms; null before the first. */
  shiftedAt: number | null;
}

export type TrendStep =
  | { do: 'take-off'; level: number }
  | { do: 'put-back'; level: number }
  /** By `moved` the lowest line is higher from then on. */
  | { do: 'add'; level: GridLevel; start: LevelStart; moved: Big };

export interface TrendDecision {
  step: TrendStep | null;
  /** When to look again if nothing happens, UTC epoch ms. */
  again: number | null;
  /** The line that is waited for; null where none is. */
  awaits: Big | null;
  /** The next line is too dear for an order. */
  isTooSmall: boolean;
}

const NOTHING: TrendDecision = { step: null, again: null, awaits: null, isTooSmall: false };
const does = (step: TrendStep): TrendDecision => ({ ...NOTHING, step });

interface Look {
  facts: RunFacts;
  /** As `viewLevels` has them. */
  views: readonly LevelView[];
  context: RunContext;
  /** Highest price since it was looked at last; null where none reached the line. */
  highest: Big | null;
}

/** Counter units that a level's purchase still needs. */
function neededBy({ of: { level }, state }: LevelView): Big {
  if (state.side === 'sell') return ZERO;
  const resting = state.orders
    .filter((order) => isLive(order.state))
    .reduce((sum, { quantity, filledQuantity }) => sum.plus(quantity).minus(filledQuantity), ZERO);
  return resting.plus(state.rest).times(legPrice(level, state));
}

/** Its lines, the level that would come off, and those that stay. */
interface Progress {
  grid: TrendGrid;
  lowest: LevelView;
  others: readonly LevelView[];
  top: Big;
  last: Big;
}

/** C-4: a shift spends no more than the run has besides what its other levels need. */
function shiftOf(trend: TrendRules, { grid, others, top }: Progress, { facts, context }: Look): Shift | null {
  const spare = others.reduce((sum, view) => sum.minus(neededBy(view)), ownedBy(facts).counter);
  const wanted = trend.size === 'coins' ? trend.unit.times(top) : trend.unit;
  return spare.lte(0) ? null : shiftUp(grid, min(wanted, spare), context.rules);
}

/** Nothing has been bought of its purchase, and nothing of it is on its way. */
const holdsMoney = ({ state, idle }: LevelView): boolean =>
  idle !== 'unconfirmed' && state.side === 'buy' && state.orders.every(({ filledQuantity }) => filledQuantity.eq(0));

/** Above the top the price has passed every sale: until its fill is known, what it brings in is not counted. */
const awaitsSale = ({ others }: Progress): boolean =>
  others.some(
    ({ idle, state: { orders } }) =>
      idle === 'unconfirmed' || orders.some(({ side, state }) => side === 'sell' && isLive(state)),
  );

const restsNothing = ({ state }: LevelView): boolean => state.orders.every((order) => !isLive(order.state));

/** A level is off: once nothing of it rests the new one takes its place, or it comes back where that would buy at once. */
function afterTakingOff(trend: TrendRules, progress: Progress, look: Look): TrendDecision {
  const { lowest, top, last } = progress;
  const { context } = look;
  if (lowest.idle === 'unconfirmed' || !restsNothing(lowest)) return { ...NOTHING, again: context.now + LOOK_AGAIN };
  const mayShift = holdsMoney(lowest) && last.gt(top);
  if (mayShift && awaitsSale(progress)) return { ...NOTHING, again: context.now + LOOK_AGAIN };
  const shift = mayShift ? shiftOf(trend, progress, look) : null;
  if (!shift) return does({ do: 'put-back', level: lowest.of.level.number });
  const { buyPrice, sellPrice, quantity } = shift.added;
  const level: GridLevel = {
    number: Math.max(...look.views.map(({ of }) => of.level.number)) + 1,
    buyPrice,
    sellPrice,
    startsBy: 'buy',
    cycleOpensBy: 'buy',
    buys: { by: 'fixed', quantity },
    sells: { by: 'holdings' },
    repeat: true,
  };
  const moved = (shift.lines[0] ?? top).minus(lowest.of.level.buyPrice);
  return does({ do: 'add', level, start: { base: ZERO, counter: quantity.times(buyPrice) }, moved });
}

/** The line is traded, and the price has not come back to where a purchase would trade at once. */
const isReached = ({ top, last }: Progress, line: Big, highest: Big | null): boolean =>
  last.gt(top) && (last.gte(line) || (highest?.gte(line) ?? false));

function waitForLine(trend: TrendRules, progress: Progress, look: Look): TrendDecision {
  const { now, rules } = look.context;
  const { lowest } = progress;
  const line = shiftsAt(progress.grid, 'up', rules.tick);
  if (trend.until?.lt(line)) return NOTHING;
  const due = trend.shiftedAt === null ? now : trend.shiftedAt + trend.every;
  if (now < due) return { ...NOTHING, again: due };
  const waits = { ...NOTHING, awaits: line };
  if (!isReached(progress, line, look.highest)) return waits;
  if (!holdsMoney(lowest) || awaitsSale(progress)) return { ...waits, again: now + LOOK_AGAIN };
  if (!shiftOf(trend, progress, look)) return { ...waits, isTooSmall: true };
  return does({ do: 'take-off', level: lowest.of.level.number });
}

/**
 * T-5, upward: once the line beyond the last is traded, the lowest level is taken off, and when that is confirmed a new
 * one buys at the old highest line. Asked twice, it says the same.
 */
export function trendStep(trend: TrendRules, look: Look): TrendDecision {
  const { state, begun } = look.facts;
  const { mayOrder, isTrading } = look.context;
  if (state !== 'running' || !begun || !mayOrder || !isTrading) return NOTHING;
  const rising = look.views.toSorted((one, other) => one.of.level.number - other.of.level.number);
  const [lowest, ...others] = rising.filter(({ of }) => of.off !== 'replaced' && of.off !== 'given-up');
  const top = others.at(-1)?.of.level.sellPrice;
  const { last } = look.context;
  if (!lowest || !top || !last) return NOTHING;
  const lines = [...[lowest, ...others].map(({ of }) => of.level.buyPrice), top];
  const progress: Progress = { grid: { lines, spacing: trend.spacing }, lowest, others, top, last };
  return (lowest.of.off === 'waiting' ? afterTakingOff : waitForLine)(trend, progress, look);
}
