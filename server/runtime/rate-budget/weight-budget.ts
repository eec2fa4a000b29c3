import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { type Allotment, wholeAllotment } from './allotment.ts';
import { type CallRank, SHARES } from './call-rank.ts';

export interface Limiter {
  /** Ms until this may be sent, by what is known now; nothing is counted. */
  wait(weight: number, rank: CallRank): number;
  /** Ms to wait before this may be sent; 0 when it may go now, and its weight is then counted until `settle`. */
  admit(weight: number, rank: CallRank): number;
  /** After the response: `used` is the exchange's own count for the minute of the call. */
  settle(weight: number, sent: { minute: number; used: number | undefined }): void;
  /** No requests for this time, as the exchange demanded. */
  pause(ms: number): void;
  pausedFor(): number;
  setLimit(perMinute: number): void;
  minute(): number;
}

export interface WeightBudget {
  /** Shared by all adapters of one address; each brings its own estimate of the exchange's time. */
  limiter(now: () => number): Limiter;
  /** The weight that the exchange has counted in the current minute, and its limit. */
  load(): { used: number; limit: number };
  /** The weight of this process's calls: of this minute or of the one before, whichever is more. */
  use(): number;
}

/**
 * The exchange's time is known to some tenths of a second. Whatever waits for its next minute is sent at once: sent too
 * early, all of it would be refused, and so many refusals are a ban.
 */
const TURNS_LATE = SECOND / 2;

const minuteOf = (now: () => number) => Math.floor((now() - TURNS_LATE) / MINUTE);
const untilNext = (now: () => number) => MINUTE - ((now() - TURNS_LATE) % MINUTE);

/** One per outgoing address: Binance counts weight per IP, whichever key is used. */
export function createWeightBudget(allotment: Allotment = wholeAllotment()): WeightBudget {
  let limit = 6_000;
  let used = 0;
  let pending = 0;
  let own = 0;
  let ownBefore = 0;
  let countedMinute = 0;
  let clock = Date.now;

  const turn = (minute: number) => {
    if (minute === countedMinute) return;
    ownBefore = minute === countedMinute + 1 ? own : 0;
    // The exchange may count what is under way in either minute.
    own = pending;
    used = 0;
    countedMinute = minute;
  };
  /** Alone, the exchange's count is exact; that of this process's own calls includes what was not charged. */
  const fitsShare = (weight: number, budget: number, share = allotment.share()) =>
    share === 1 || own + weight <= budget * share;

  return {
    limiter(now) {
      clock = now;
      function wait(weight: number, rank: CallRank): number {
        const silence = allotment.pausedFor();
        if (silence > 0) return silence;
        turn(minuteOf(now));
        const budget = limit * SHARES[rank];
        if (used + pending + weight > budget) return untilNext(now);
        // A share may grow with every round.
        return fitsShare(weight, budget) ? 0 : Math.min(SECOND, untilNext(now));
      }
      return {
        wait,
        admit(weight, rank) {
          const ms = wait(weight, rank);
          if (ms > 0) return ms;
          pending += weight;
          own += weight;
          return 0;
        },
        settle(weight, sent) {
          pending -= weight;
          turn(minuteOf(now));
          if (sent.used !== undefined && sent.minute === countedMinute) used = Math.max(used, sent.used);
        },
        pause: allotment.pause,
        pausedFor: allotment.pausedFor,
        setLimit(perMinute) {
          limit = perMinute;
        },
        minute: () => minuteOf(now),
      };
    },
    load() {
      turn(minuteOf(clock));
      return { used: used + pending, limit };
    },
    use() {
      turn(minuteOf(clock));
      return Math.max(own, ownBefore);
    },
  };
}
