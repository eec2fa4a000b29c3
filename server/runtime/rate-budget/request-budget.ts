import { type Allotment, wholeAllotment } from './allotment.ts';
import { type CallRank, SHARES } from './call-rank.ts';

export interface Limiter {
  /** Ms until a request may be sent, by what is known now; nothing is counted. */
  wait(rank: CallRank): number;
  /** Ms to wait before a request may be sent; 0 when it may go now, and is then counted. */
  admit(rank: CallRank): number;
  /** No requests for this time, as the exchange demanded. */
  pause(ms: number): void;
  pausedFor(): number;
  /** The requests of all processes in the window that ends now, as far as they are known, and their limit. */
  load(): { used: number; limit: number };
  /** Requests of this process in the window that ends now. */
  use(): number;
}

export interface RequestLimit {
  requests: number;
  windowMs: number;
}

/** Counts requests to an exchange in a rolling window, whichever key they use. */
export function createLimiter({ requests, windowMs }: RequestLimit, allotment: Allotment = wholeAllotment()): Limiter {
  const sent: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const drop = (now: number) => {
    while (sent[0] !== undefined && sent[0] <= now - windowMs) sent.shift();
  };

  function use(): number {
    drop(performance.now());
    return sent.length;
  }

  /** Ms until the process's own share has room; a share of less than one request a window takes longer for one. */
  function shareWait(own: number, now: number): number {
    if (own < 1) return Math.max(0, last + windowMs / own - now);
    const waitFor = sent[sent.length - Math.floor(own)];
    return waitFor === undefined ? 0 : waitFor + windowMs - now;
  }

  function wait(rank: CallRank): number {
    const silence = allotment.pausedFor();
    if (silence > 0) return silence;
    const now = performance.now();
    drop(now);
    const budget = requests * SHARES[rank];
    const ms = shareWait(budget * allotment.share(), now);
    if (ms > 0) return ms;
    const others = allotment.othersUse(windowMs);
    return others > 0 && sent.length + others >= Math.floor(budget) ? windowMs : 0;
  }

  return {
    wait,
    admit(rank) {
      const ms = wait(rank);
      if (ms > 0) return ms;
      last = performance.now();
      sent.push(last);
      return 0;
    },
    pause: allotment.pause,
    pausedFor: allotment.pausedFor,
    load: () => ({ used: use() + allotment.othersUse(windowMs), limit: requests }),
    use,
  };
}
