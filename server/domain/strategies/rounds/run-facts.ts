import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { Side } from '#contracts/rules/side.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { BegunLevel } from './begin-levels.ts';
import type { GridRules } from './level.ts';
import type { Cycle, FinishedLegs, LevelOrder, LevelState } from './level-fold.ts';
import type { Idle, RunContext as LevelContext } from './level-step.ts';
import type { RunPlan } from './plan-run.ts';
import { allocationOf, type Amounts } from './run-books.ts';

/** 'start' and 'stop' are the run's own, level 0. */
export type RunLeg = 'start' | 'stop' | Side;

export interface RunOrder extends LevelOrder {
  clientOrderId: string;
  /** 0 for the run's own. */
  level: number;
  leg: RunLeg;
  attempt: number;
  /** Why it was refused. */
  reason: string | null;
  /** False while trades of it are not known yet. */
  isBooked: boolean;
}

export interface RunLevel extends BegunLevel {
  /** Its owner left it out. */
  leftOut: boolean;
  /**
   * T-5: taken off as the grid follows the price; 'waiting' until another level has its place. C-18: 'given-up' where what
   * it needs is not on the account any more.
   */
  off?: 'waiting' | 'replaced' | 'given-up' | null;
}

/** C-18: what another hand took from the account, and its owner let go. */
export interface Taken extends Amounts {
  /** What it was worth then, in the currency that the run earns; earning the counter currency, without coins that were given. */
  worth: Big;
}

/** A finished cycle, and when its last order changed last, UTC epoch ms. */
export interface ClosedCycle extends Cycle {
  at: number;
}

export interface FoldedLevel {
  legs: FinishedLegs;
  /** Those of its cycles that were closed last, as many as decide about a pause (C-11); the first one first. */
  recent: readonly ClosedCycle[];
}

/** Finished legs of a run taken together: their orders need not be read to know its next step and its books. */
export interface RunFold {
  /** What their orders moved. */
  moved: Amounts;
  /** By number; levels without finished legs are not in it. */
  levels: ReadonlyMap<number, FoldedLevel>;
}

/** All that is known of a run. */
export interface RunFacts {
  state: BotState;
  stateSince: number;
  /** While paused: its orders come down. */
  takeDown: boolean;
  /** T-9: the price is outside its borders, and its orders come down. */
  isOutside: boolean;
  ending: 'keep' | 'sell' | 'buy-back' | null;
  counterEarning: boolean;
  /** so many levels on each side of the market whose next order the exchange holds. */
  heldMirrors?: number;
  given: Amounts;
  taken?: Taken;
  startOrder: RunPlan['startOrder'];
  /** True once it is known what its levels begin with. */
  begun: boolean;
  levels: readonly RunLevel[];
  /** Those that are not in `folded`. */
  orders: readonly RunOrder[];
  folded?: RunFold | null;
}

export interface RunContext extends Pick<LevelContext, 'mayOrder' | 'isTrading' | 'band' | 'now' | 'others'> {
  rules: GridRules;
  /** Counter units; null while not known. */
  last: Big | null;
  /** The exchange lists the pair no more; left out, it does. */
  isGone?: boolean;
  /** Trades of the pair are missing though it is traded; left out, none are. */
  isDelayed?: boolean;
  /** Most of one market order, base units. */
  marketMost: Big | null;
}

export interface PlacedOrder {
  level: number;
  turn: number;
  leg: RunLeg;
  attempt: number;
  side: Side;
  /** 'ioc' is a limit order that is canceled where it does not fill. */
  type: 'limit' | 'ioc' | 'market';
  price: Big;
  quantity: Big;
  /** sent with it; the exchange places it once this one is filled. */
  mirror?: PlacedOrder | null;
}

export type RunStep =
  | { do: 'read-fills'; order: RunOrder }
  | { do: 'place'; order: PlacedOrder }
  | { do: 'cancel'; order: RunOrder }
  | { do: 'begin'; levels: BegunLevel[] }
  | { do: 'move'; to: BotState; reason: string | null };

export interface LevelView {
  of: RunLevel;
  state: LevelState;
  idle: Idle | 'left-out' | 'refused' | 'taken-off' | 'given-up' | null;
}

/** What to do now, and when to look again if nothing happens, UTC epoch ms. */
export interface RunDecision {
  steps: RunStep[];
  again: number | null;
}

/** When to look again where nothing else says it, ms. */
export const LOOK_AGAIN = 5 * SECOND;

export const ofLevel = ({ orders }: RunFacts, level: number): RunOrder[] =>
  orders.filter((order) => order.level === level);
export const nextAttempt = (orders: readonly RunOrder[], turn: number, leg: RunLeg): number =>
  orders.reduce(
    (last, order) => (order.turn === turn && order.leg === leg && order.attempt > last ? order.attempt : last),
    0,
  ) + 1;

/** What the run had before its first trade, without what was taken since. */
export const purseOf = ({ given, taken }: Pick<RunFacts, 'given' | 'taken'>): Amounts =>
  taken ? { base: given.base.minus(taken.base), counter: given.counter.minus(taken.counter) } : given;

type Purse = Pick<RunFacts, 'given' | 'taken' | 'orders' | 'folded'>;

/** C-4: what the run owns. */
export const ownedBy = (facts: Purse): Amounts =>
  allocationOf(purseOf(facts), facts.folded ? [facts.folded.moved, ...facts.orders] : facts.orders);

/** what its results count by: what it owns, and what was taken as it was given, or at its worth of then. */
export function countedBy(facts: Purse & Pick<RunFacts, 'counterEarning'>): Amounts {
  const { base, counter } = ownedBy(facts);
  const { given, taken, counterEarning } = facts;
  if (!taken) return { base, counter };
  return counterEarning
    ? { base: base.plus(min(taken.base, given.base)), counter: counter.plus(taken.worth) }
    : { base: base.plus(taken.worth), counter };
}

/** C-18: what this adds to the worth of all that was taken, at this price. */
export function worthTaken(
  { given, taken, counterEarning }: Pick<RunFacts, 'given' | 'taken' | 'counterEarning'>,
  { base, counter }: Amounts,
  price: Big,
): Big {
  if (!counterEarning) return base.plus(counter.div(price));
  const before = taken?.base ?? ZERO;
  const bought = (all: Big): Big => max(ZERO, all.minus(given.base));
  return counter.plus(bought(before.plus(base)).minus(bought(before)).times(price));
}

/** A call of ours that was refused so lately; an order that the exchange itself did not take has no reason of ours. */
export const isFresh = ({ state, reason, updatedAt }: RunOrder, now: number, ms: number): boolean =>
  state === 'rejected' && reason !== null && now < updatedAt + ms;
