import type { Print } from '../../../../domain/matching/model/market.ts';
import type { Market } from '../market.ts';

/** The exchange as a feed drives it. */
export interface Venue {
  markets: ReadonlyMap<string, Market>;
  trade(market: Market, print: Print): void;
  /** UTC epoch ms, `skew` included. */
  now(): number;
  skew: number;
}

/** Where the market's trades come from. */
export interface Feed {
  /** Whether it can be started at all; throws with a sentence for the operator. */
  check?(): Promise<void>;
  start(venue: Venue): void;
  stop(): void;
}
