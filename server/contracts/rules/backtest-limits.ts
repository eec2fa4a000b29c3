import { DAY, HOUR, MINUTE } from './time.ts';

/** Lengths of bars, ms. */
export const INTERVAL_MS = {
  '1m': MINUTE,
  '3m': 3 * MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '4h': 4 * HOUR,
  '6h': 6 * HOUR,
  '8h': 8 * HOUR,
  '12h': 12 * HOUR,
  '1d': DAY,
} as const;
export type BacktestInterval = keyof typeof INTERVAL_MS;
export const BACKTEST_INTERVALS = Object.keys(INTERVAL_MS) as [BacktestInterval, ...BacktestInterval[]];

/** `interrupted`: this server ended while it ran. */
export const BACKTEST_STATES = ['queued', 'running', 'done', 'stopped', 'interrupted', 'failed'] as const;

/** Bars of one run: two years of minutes. */
export const MOST_BARS = 1_100_000;

/** */
export const MOST_FILES = 24;
export const FILE_BYTES = 64 * 1024 * 1024;

/** As on data.binance.vision. */
export const FILE_NAME = /^[A-Z0-9]{2,30}-[A-Za-z0-9]+-\d{4}-\d{2}(-\d{2})?\.(zip|csv|csv\.gz)$/;

const OF_A_HOOK =
  'A signal bot does what its hook is sent, and no past is kept of that. The dry run of the hook shows what a signal would do.';

/** why a bot is not run over the past; null where it is. */
export const whyNotOverPast = ({ type }: { type: string }): string | null => (type === 'signal' ? OF_A_HOOK : null);
