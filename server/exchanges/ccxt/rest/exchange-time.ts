import type { Clock } from '../../../lib/clock.ts';

export interface ExchangeTime {
  /** The exchange's time by our clock and the offset last measured. */
  now(): number;
  /** Measures the offset again; calls at the same time share one measurement. False when nobody answered. */
  sync(): Promise<boolean>;
}

/** `ask` reads the exchange's clock, undefined when it can't be had. */
export function createExchangeTime(clock: Clock, ask: () => Promise<number | undefined>): ExchangeTime {
  let offset = 0;
  let running: Promise<boolean> | undefined;

  async function measure(): Promise<boolean> {
    const before = clock();
    const theirs = await ask();
    const after = clock();
    if (theirs === undefined) return false;
    // The true offset lies between these two: one that they do not contradict is left alone.
    const least = theirs - after;
    const most = theirs - before;
    if (offset < least || offset > most) offset = Math.round((least + most) / 2);
    return true;
  }

  return {
    now: () => clock() + offset,
    sync() {
      running ??= measure().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
