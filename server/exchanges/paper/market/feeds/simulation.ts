import { BEAT_MS, createCrowd } from './crowd.ts';
import type { Feed } from './feed.ts';

/** A seeded random market: the n-th trade of a symbol is the same on every run that starts from the same state. */
export function createSimulation(seed: number, except?: string): Feed {
  let timer: NodeJS.Timeout | undefined;

  return {
    start: (floor) => {
      const beat = createCrowd(floor.markets, { seed, ...(except === undefined ? {} : { except }) });
      timer = setInterval(() => beat((market, print) => floor.trade(market, print)), BEAT_MS);
    },
    stop: () => clearInterval(timer),
  };
}
