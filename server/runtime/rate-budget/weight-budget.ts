import { MINUTE } from '#contracts/rules/time.ts';
import { type CallRank, SHARES } from './call-rank.ts';

export interface Limiter {
  /** Ms to wait before this may be sent; 0 when it may go now, and its weight then counts until `settle`. */
  admit(weight: number, rank: CallRank): number;
  /** After the answer: `used` is the exchange's own count for the minute the call was sent in. */
  settle(weight: number, sent: { minute: number; used: number | undefined }): void;
  /** No request for so long: the exchange asked for it. */
  pause(ms: number): void;
  pausedFor(): number;
  setLimit(perMinute: number): void;
  minute(): number;
  /** Weight of the current minute, and what it may be. */
  load(): { used: number; limit: number };
}

/** What everybody at one address shares; each of them brings the exchange's time as it knows it. */
export type SharedLimiter = (now: () => number) => Limiter;

/** One per outgoing address: Binance counts weight per IP, whoever's key it is. */
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

/** The one of this process for an exchange's address, so that two adapters to it keep one budget and one silence. */
export function limiterOf(origin: string): SharedLimiter {
  const known = byOrigin.get(origin) ?? createLimiter();
  byOrigin.set(origin, known);
  return known;
}

/** Of every address that this process asks. */
export const exchangeLoads = () =>
  [...byOrigin].map(([origin, shared]) => Object.assign({ origin }, shared(Date.now).load()));
