import type { Log } from '../../../../lib/log.ts';
import type { Feed } from './feed.ts';
import { PublicFeed } from './public-feed.ts';
import { createReplay } from './replay.ts';
import { createSimulation } from './simulation.ts';

interface FeedOptions {
  seed: number;
  log: Log;
  /** Origin of the public streams that 'binance' listens to. */
  publicFeedUrl?: string;
}

const BINANCE = 'wss://stream.binance.com:9443';

/** Refuses an unknown source with a sentence for the operator. */
export function openFeed(prices: string, options: FeedOptions): Feed {
  if (prices === 'simulated') return createSimulation(options.seed);
  if (prices === 'binance') return new PublicFeed(options.publicFeedUrl ?? BINANCE, options.log);
  if (prices.startsWith('replay:')) return createReplay(prices.slice('replay:'.length), options);
  throw new Error(`PAPER_PRICES is '${prices}'; it can be 'simulated', 'binance' or 'replay:FILE'.`);
}
