import { HOUR, SECOND } from '#contracts/rules/time.ts';
import { CONNECTION_TIMINGS, type ConnectionTimings } from '../connecting/connection-timings.ts';

/** All in ms. */
export interface BinanceTimings extends ConnectionTimings {
  /** Binance closes a stream after 24 h: ours is renewed before. */
  streamLife: number;
  /** Between checks of which pairs trade. */
  status: number;
  /** Between groups of keys that are subscribed on a new connection. */
  keyPace: number;
}

export const BINANCE_TIMINGS: BinanceTimings = {
  ...CONNECTION_TIMINGS,
  streamLife: 23 * HOUR,
  status: 15 * SECOND,
  keyPace: 500,
};
