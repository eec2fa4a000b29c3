import { Big } from 'big.js';
import type { Timing } from '../exit-plan/timed-exit.ts';
import type { ClosingStop, StopAfter } from '../exit-plan/exit-plan.ts';

/** Where a part of a position is sold, or of a sale bought back. */
export interface TakeProfit {
  price: Big;
  /** Of the position; 1 is all of it. */
  share: Big;
}

/** Where the whole position is given up. */
export interface Stop {
  price: Big;
  /** Where it goes once a target of a plan has filled; left out, nowhere. */
  after?: StopAfter;
  /** Fraction by which it follows the best trade; left out, it does not. */
  trailing?: Big;
  /** EX-11: the close of a candle that ends the position; `price` is then the emergency stop. */
  closing?: ClosingStop;
}

/** The prices at which an owner wants a position to end. The take profits come nearest first, and their shares add up to 1. */
export interface Exits {
  takeProfits: readonly TakeProfit[];
  stop: Stop | null;
}
/** What a plan took the place of: its exits, its own count, and its time. */
export interface ExitsBefore extends Exits {
  plan: number;
  timing: Timing | null;
}
export type Target = 'take-profit' | 'stop-loss';

const ALL = new Big(1);

export const NO_EXITS: Exits = { takeProfits: [], stop: null };

/** One take profit for the whole position, or none. */
export const wholeAt = (price: Big | null | undefined): readonly TakeProfit[] => (price ? [{ price, share: ALL }] : []);
export const fixedStop = (price: Big | null | undefined): Stop | null => (price ? { price } : null);
/** A stop that begins at this price and follows the best trade. */
export const trailingStop = (price: Big, distance: Big): Stop => ({ price, trailing: distance });
/** The exits of a block that has at most one take profit and one stop. */
export const exitsAt = (takeProfit: Big | null | undefined, stopLoss: Big | null | undefined): Exits => ({
  takeProfits: wholeAt(takeProfit),
  stop: fixedStop(stopLoss),
});

export const hasExits = ({ takeProfits, stop }: Exits): boolean => takeProfits.length > 0 || stop !== null;

/** The price of the nearest take profit, or of the stop; null where there is none. */
export const exitPrice = ({ takeProfits, stop }: Exits, target: Target): Big | null =>
  (target === 'take-profit' ? takeProfits[0]?.price : stop?.price) ?? null;
