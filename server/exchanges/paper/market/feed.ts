import type { Log } from '../../../lib/log.ts';
import type { Floor } from '../floor.ts';
import { createSimulation } from './simulation.ts';

/** Where the market's trades come from. */
export interface Feed {
  start(floor: Floor): void;
  stop(): void;
}

/** Refuses a source it does not know with a sentence for the operator. */
export function createFeed(prices: string, options: { seed: number; log: Log }): Feed {
  if (prices === 'simulated') return createSimulation(options.seed);
  throw new Error(`PAPER_PRICES is '${prices}', which this version does not offer; it can be 'simulated'.`);
}
