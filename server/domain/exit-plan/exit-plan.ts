import type { Big } from 'big.js';
import type { ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import type { Side } from '#contracts/rules/side.ts';

/** Where the stop of what is left goes once a target has filled whole (EX-6). */
export type StopAfter =
  /** `target` counts from 1. `offset` is a fraction by which the stop lies beyond the break-even. */
  | { to: 'break-even' | 'whole-deal-at-zero'; target: number; offset: Big }
  /** To the target before the one that filled; after the first to the break-even. */
  | { to: 'previous-target' };

export interface PlanTarget {
  price: Big;
  /** A fraction of what is held; all of a plan's are 1 together. */
  share: Big;
}

/** Candles of which one that closes beyond `price` ends the position. */
export interface ClosingStop {
  price: Big;
  interval: ClosingInterval;
}

export interface PlanStop {
  price: Big;
  /** Fraction by which it follows the best trade; null for a stop that stays. */
  trailing: Big | null;
  after: StopAfter | null;
  /** A stop by the close of a candle: `price` is then the emergency stop, which is tried at once (EX-11). */
  closing: ClosingStop | null;
}

/** EX-1: how a block ends. Targets in the order in which the market comes to them. */
export interface ExitPlan {
  targets: readonly PlanTarget[];
  stop: PlanStop | null;
  /** Fraction by which the last target follows the best trade, from its price on; null where it rests at it. */
  lastTrails: Big | null;
}

/** What the arithmetic of a plan is about: a block that bought sells, one that sold buys back. */
export interface PlanTerms {
  side: Side;
  /** Rate taken off what a trade brings in; 0 where another asset pays. */
  fee: Big;
  step: Big;
  tick: Big;
  /** Least order value, in counter, and least quantity. */
  minNotional: Big;
  minQuantity: Big;
}

/** A part of what is held, with the target it goes out at. */
export interface Slice {
  quantity: Big;
  takeProfit: Big;
  /** The plan's targets that it stands for, counted from 1: more than one where some were too small on their own. */
  targets: readonly number[];
}
