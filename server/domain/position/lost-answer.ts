import { SECOND } from '#contracts/rules/time.ts';

/** M-03: pauses before an order whose answer was lost is asked for again, ms. */
const PAUSES = [0, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 17 * SECOND];
/** What an exchange that was away cannot answer by then is asked for on and on. */
const THEN_EVERY = 15 * SECOND;
/** M-04: 'not found' is final only after recvWindow, the exchange's own time-out and the clocks' error. */
const ABSENT_IS_FINAL_AFTER = 20 * SECOND;
/** Timers may end a moment early. */
const A_MOMENT = 100;

interface Sent {
  /** When it was sent, and now; UTC epoch ms. */
  placedAt: number;
  now: number;
}
interface Asked extends Sent {
  /** The exchange's limit did not let it be asked for before so many ms. */
  limitedFor?: number | undefined;
}

/** M-04: whether 'not found' means that it was never placed. */
export const isAbsenceFinal = ({ placedAt, now }: Sent): boolean => now - placedAt >= ABSENT_IS_FINAL_AFTER;

/**
 * M-03: how long to wait before the order is asked for, for the first time in turn 0; ms. It is asked for as soon as its
 * absence is final, and what the limit of requests put off as soon as it allows it.
 */
export function pauseBefore(turn: number, { placedAt, now, limitedFor }: Asked): number {
  if (limitedFor !== undefined) return Math.min(limitedFor + A_MOMENT, THEN_EVERY);
  const pause = PAUSES[turn] ?? THEN_EVERY;
  return isAbsenceFinal({ placedAt, now }) ? pause : Math.min(pause, placedAt + ABSENT_IS_FINAL_AFTER + A_MOMENT - now);
}
