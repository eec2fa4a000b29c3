import { MINUTE } from '#contracts/rules/time.ts';
import { type CallRank, SHARES } from './call-rank.ts';

export interface Limiter {
  /** Ms to wait before this may be sent; 0 when it may go now, and its weight is then counted until `settle`. */
  admit(weight: number, rank: CallRank): number;
  /** After the response: `used` is the exchange's own count for the minute of the call. */
  settle(weight: number, sent: { minute: number; used: number | undefined }): void;
  /** No requests for this time, as the exchange demanded. */
  pause(ms: number): void;
  pausedFor(): number;
  setLimit(perMinute: number): void;
  minute(): number;
  /** The weight used in the current minute, and its limit. */
  load(): { used: number; limit: number };
}

/** Shared by all adapters of one address; each brings its own estimate of the exchange's time. */
export type SharedLimiter = (now: () => number) => Limiter;

/** One per outgoing address: Binance counts weight per IP, whichever key is used. */
export function createLimiter(): SharedLimiter {
  let limit = 6_000;
  let used = 0;
  let pending = 0;
  let countedMinute = 0;
  let pausedUntil = 0;

  const turn = (minute: number) => {
    if (minute === countedMinute) return;
    countedMinute = minute;
    used = 0;
  };
  const pausedFor = () => Math.max(0, pausedUntil - performance.now());

  return (now) => {
    const minute = () => Math.floor(now() / MINUTE);
    return {
      admit(weight, rank) {
        if (pausedFor() > 0) return pausedFor();
        turn(minute());
        const budget = limit * SHARES[rank];
        if (used + pending + weight > budget) return MINUTE - (now() % MINUTE);
        pending += weight;
        return 0;
      },
      settle(weight, sent) {
        pending -= weight;
        turn(minute());
        if (sent.used !== undefined && sent.minute === countedMinute) used = Math.max(used, sent.used);
      },
      pause(ms) {
        pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      },
      pausedFor,
      setLimit(perMinute) {
        limit = perMinute;
      },
      minute,
      load() {
        turn(minute());
        return { used: used + pending, limit };
      },
    };
  };
}

const byOrigin = new Map<string, SharedLimiter>();

/** This process's limiter for an exchange's address, so that two adapters share one budget and its pauses. */
export function limiterOf(origin: string): SharedLimiter {
  const known = byOrigin.get(origin) ?? createLimiter();
  byOrigin.set(origin, known);
  return known;
}

/** For every address that this process uses. */
export const exchangeLoads = () =>
  [...byOrigin].map(([origin, shared]) => Object.assign({ origin }, shared(Date.now).load()));
