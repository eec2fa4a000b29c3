import { DAY, HOUR, MINUTE } from './time.ts';

/** Candles whose close may end a block, as exchanges name them, and how long one lasts, ms. */
export const CLOSING_INTERVALS = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
} as const;
export type ClosingInterval = keyof typeof CLOSING_INTERVALS;
