import { type CallRank, SHARES } from './call-rank.ts';

export interface Limiter {
  /** Ms to wait before a request may be sent; 0 when it may go now, and is then counted. */
  admit(rank: CallRank): number;
  /** No requests for this time, as the exchange demanded. */
  pause(ms: number): void;
  pausedFor(): number;
}

/** One per outgoing address and exchange, which counts requests in a rolling window, whichever key they use. */
export function createLimiter(limit: { requests: number; windowMs: number }): Limiter {
  const sent: number[] = [];
  let pausedUntil = 0;
  const pausedFor = () => Math.max(0, pausedUntil - performance.now());

  return {
    admit(rank) {
      if (pausedFor() > 0) return pausedFor();
      const now = performance.now();
      while (sent[0] !== undefined && sent[0] <= now - limit.windowMs) sent.shift();
      const budget = Math.floor(limit.requests * SHARES[rank]);
      const waitFor = sent[sent.length - budget];
      if (waitFor !== undefined) return waitFor + limit.windowMs - now;
      sent.push(now);
      return 0;
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
    },
    pausedFor,
  };
}
