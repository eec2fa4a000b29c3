import type { Clock } from '../../lib/clock.ts';

export interface ExchangeTime {
  /** The exchange's time by our clock and the offset last measured. */
  now(): number;
  /** Measures the offset again; calls at the same time share one measurement. False without an answer. */
  sync(): Promise<boolean>;
}

/** `ask` reads the exchange's clock, undefined when it can't be had. */
export function createExchangeTime(clock: Clock, ask: () => Promise<number | undefined>): ExchangeTime {
  let offset = 0;
  let uncertainty = Number.POSITIVE_INFINITY;
  let running: Promise<boolean> | undefined;

  async function measure(): Promise<boolean> {
    const before = clock();
    const serverTime = await ask();
    const after = clock();
    if (serverTime === undefined) return false;
    // The true offset lies between these two: a slow answer must not spoil an offset that it does not contradict.
    const least = serverTime - after;
    const most = serverTime - before;
    const contradicted = offset < least || offset > most;
    if (contradicted || most - least < uncertainty) {
      offset = Math.round((least + most) / 2);
      uncertainty = most - least;
    }
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
