import { STEP_MS, createSimulatedTraders } from './simulated-traders.ts';
import type { Feed } from './feed.ts';

/** A seeded random market: the n-th trade of a symbol is the same on every run that starts from the same state. */
export function createSimulation(seed: number, except?: string): Feed {
  let timer: NodeJS.Timeout | undefined;

  return {
    start: (venue) => {
      const step = createSimulatedTraders(venue.markets, { seed, ...(except === undefined ? {} : { except }) });
      timer = setInterval(() => step((market, print) => venue.trade(market, print)), STEP_MS);
    },
    stop: () => clearInterval(timer),
  };
}
