import type { Big } from 'big.js';
import { DAY, MINUTE } from '#contracts/rules/time.ts';

const LEAST_EXPIRY = MINUTE;
const MOST_EXPIRY = 90 * DAY;
const TIME_RANGE = 'A time exit must lie 1 minute to 90 days ahead.';
/** Ms after which what was due is called late. */
const LATE = MINUTE;
/** Ms after which a person is asked instead. */
const TOO_LATE = DAY;

/** EX-10: how long an entry may wait, in ms; null where that is allowed. */
export const expiryFault = (ms: number): string | null =>
  ms >= LEAST_EXPIRY && ms <= MOST_EXPIRY ? null : 'An entry may expire after 1 minute to 90 days.';

export type TimeExit = {
  /** Only where the block is in profit then; else it keeps its targets. */
  onlyInProfit: boolean;
} & (
  | { at: number }
  /** Ms after the entry was filled. */
  | { after: number }
);

/** EX-10: whether a time exit lies where it may; null where it does. `filledAt` is when the entry was filled. */
export function timeFault(exit: TimeExit, of: { now: number; filledAt: number | null }): string | null {
  const due = dueAt(exit, of.filledAt);
  // Before the fill it is counted from now.
  const ahead = due === null && 'after' in exit ? exit.after : (due ?? of.now) - of.now;
  return ahead >= LEAST_EXPIRY && ahead <= MOST_EXPIRY ? null : TIME_RANGE;
}

/** What time alone decides of a block. */
export interface Timing {
  exit: TimeExit | null;
}

export type Due = { do: 'wait'; until: number } | { do: 'close' | 'keep'; isLate: boolean } | { do: 'ask' };

/** When it is due, UTC epoch ms; null while the entry that it counts from is not filled. */
export const dueAt = (exit: TimeExit, filledAt: number | null): number | null => {
  if ('at' in exit) return exit.at;
  return filledAt === null ? null : filledAt + exit.after;
};

/** The same time for what goes over to other blocks, whose entries were filled at other times; null where it has none. */
export function timeThen(exit: TimeExit | null | undefined, filledAt: number | null): TimeExit | null {
  const at = exit ? dueAt(exit, filledAt) : null;
  return exit && at !== null ? { at, onlyInProfit: exit.onlyInProfit } : null;
}

/** EX-10: what a time exit does now; `result` is what a close at market would earn. */
export function timeExit(exit: TimeExit, due: number, of: { now: number; result: Big }): Due {
  const overdue = of.now - due;
  if (overdue < 0) return { do: 'wait', until: due };
  if (overdue > TOO_LATE) return { do: 'ask' };
  const closes = !exit.onlyInProfit || of.result.gt(0);
  return { do: closes ? 'close' : 'keep', isLate: overdue > LATE };
}
