import { BACKTEST_INTERVALS, type BacktestInterval, FILE_NAME } from '#contracts/rules/backtest-limits.ts';

export type DataFile =
  | { symbol: string; kind: 'klines'; interval: BacktestInterval }
  | { symbol: string; kind: TradeFile };
type TradeFile = 'aggTrades' | 'trades';

// XRPUSDT-1m-2025-01.zip, XRPUSDT-aggTrades-2025-01-05.csv.gz (https://github.com/binance/binance-public-data)

/** What a file of data.binance.vision holds, by its name; null where its name is not one of theirs. */
export function dataFileOf(name: string): DataFile | null {
  const [symbol, what] = FILE_NAME.test(name) ? name.split('-') : [];
  if (!symbol || !what) return null;
  if (what === 'aggTrades' || what === 'trades') return { symbol, kind: what };
  const interval = BACKTEST_INTERVALS.find((known) => known === what);
  return interval ? { symbol, kind: 'klines', interval } : null;
}

/** A line that cannot be read, as a sentence for a person. */
export class DataFault extends Error {
  /** Column from 1; null where the whole line is meant. */
  constructor({ line, column }: { line: number; column: number | null }, because: string) {
    super(column === null ? `Line ${line}: ${because}` : `Line ${line}, column ${column}: ${because}`);
  }
}

/** Times of 2025 and later are in microseconds, earlier ones in milliseconds. */
const FIRST_MICROSECONDS = 1e14;

/** UTC epoch ms of a time in either unit; null where it is no time. */
export function timeOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{12,17}$/.test(text)) return null;
  const time = Number(text);
  return time < FIRST_MICROSECONDS ? time : Math.floor(time / 1000);
}

const NUMBER = /^\d{1,15}(\.\d{1,12})?$/;

/** A decimal that is zero or more; null for anything else. */
export const amountOf = (text: string | undefined): number | null =>
  text !== undefined && NUMBER.test(text) ? Number(text) : null;

/** The first line may name the columns. */
export const isHeading = (line: number, text: string): boolean => line === 1 && /^[a-z_]/i.test(text);
