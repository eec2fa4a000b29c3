/** What this process may use of an exchange address, and the silence that the exchange asked for. */
export interface Allotment {
  /** The part of the address's limit, above 0 and at most 1. */
  share(): number;
  /** What other processes have used, as far as they said so within so many ms. */
  othersUse(withinMs: number): number;
  /** No requests for this time, of any process that has the same outgoing address. */
  pause(ms: number): void;
  /** Ms. */
  pausedFor(): number;
}

/** Reads the requests or weight that this process has used lately. */
export type Allot = (origin: string, use: () => number) => Allotment;

/** Ms left of the longest silence that was asked for. */
export function createSilence() {
  let until = 0;
  const left = () => Math.max(0, until - performance.now());
  return {
    left,
    /** False when it is no longer than what is kept already. */
    extend(ms: number): boolean {
      const isLonger = ms > left();
      if (isLonger) until = performance.now() + ms;
      return isLonger;
    },
  };
}

/** For a process that is alone on its outgoing address. */
export function wholeAllotment(): Allotment {
  const silence = createSilence();
  return {
    share: () => 1,
    othersUse: () => 0,
    pause: (ms) => void silence.extend(ms),
    pausedFor: silence.left,
  };
}
