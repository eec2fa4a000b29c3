import { HOUR, MINUTE } from './time.ts';

/** Windows of a percent move, ms. */
export const MOVE_WINDOWS = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '24h': 24 * HOUR,
} as const;
export type MoveWindow = keyof typeof MOVE_WINDOWS;
