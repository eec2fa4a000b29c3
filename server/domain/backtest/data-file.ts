import { DAY, HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';

/** Lengths of the bars that Binance keeps, in ms; a month is not of one length. */
export const BAR_LENGTHS: Readonly<Record<string, number>> = {
  '1s': SECOND,
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
};

export type DataFile = { symbol: string; kind: 'klines'; interval: number } | { symbol: string; kind: TradeFile };
type TradeFile = 'aggTrades' | 'trades';

// XRPUSDT-1m-2025-01.zip, XRPUSDT-aggTrades-2025-01-05.csv.gz (https://github.com/binance/binance-public-data)
const NAME = /^([A-Z0-9]{2,30})-([A-Za-z0-9]+)-\d{4}-\d{2}(-\d{2})?\.(zip|csv|csv\.gz)$/;

/** What a file of data.binance.vision holds, by its name; null where its name is not one of theirs. */
export function dataFileOf(name: string): DataFile | null {
  const [, symbol, what] = NAME.exec(name) ?? [];
  if (!symbol || !what) return null;
  if (what === 'aggTrades' || what === 'trades') return { symbol, kind: what };
  const interval = BAR_LENGTHS[what];
  return interval === undefined ? null : { symbol, kind: 'klines', interval };
}

/** A line that cannot be read, as a sentence for a person. */
export class DataFault extends Error {
  readonly line: number;

  constructor(line: number, because: string) {
    super(`Line ${line}: ${because}`);
    this.line = line;
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

/** The lines with their numbers, without a heading and without what is empty at the end. */
export function* dataLines(lines: Iterable<string>): Generator<[line: number, fields: string[]]> {
  let line = 0;
  for (const text of lines) {
    line += 1;
    const isHeading = line === 1 && /^[a-z_]/i.test(text);
    if (text !== '' && !isHeading) yield [line, text.split(',')];
  }
}
