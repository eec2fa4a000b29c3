import { closeSync, createReadStream, existsSync, openSync, readSync } from 'node:fs';
import { type Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Big } from 'big.js';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Print } from '../../floor.ts';

/** A trade of a recording and when it happened, UTC epoch ms. */
export interface Recorded extends Print {
  time: number;
  /** Length of the candle that it is told from, ms; zero for a trade that was recorded as one. */
  candle: number;
}

/** Times of recordings since 2025 are in microseconds. */
const MICROSECONDS_FROM = 1e15;
const DECIMAL = /^\d+(\.\d+)?$/;
const TRADE_CELLS = 7;
const AGGREGATE_CELLS = 8;
const CANDLE_CELLS = 11;

const timeOf = (cell: string | undefined): number => {
  const time = Number(cell);
  return time >= MICROSECONDS_FROM ? Math.floor(time / 1000) : time;
};

class Malformed extends Error {}

function numbers(cells: readonly string[]): Big[] {
  if (!cells.every((cell) => DECIMAL.test(cell))) throw new Malformed('it is neither a trade nor a candle');
  return cells.map((cell) => new Big(cell));
}

function side(cell = ''): boolean {
  if (!/^(true|false)$/i.test(cell)) throw new Malformed('it does not say whether the buyer was the maker');
  return cell.toLowerCase() === 'true';
}

/** id, price, quantity, then quote quantity, or the first and the last id; time, isBuyerMaker, isBestMatch. */
function ofTrade(cells: readonly string[]): Recorded[] {
  const timeAt = cells.length === AGGREGATE_CELLS ? 5 : 4;
  const [, price = new Big(0), qty = new Big(0)] = numbers(cells.slice(0, timeAt + 1));
  if (price.lte(0) || qty.lte(0)) throw new Malformed('its price or its quantity is zero');
  return [{ time: timeOf(cells[timeAt]), price, qty, buyerMaker: side(cells[timeAt + 1]), candle: 0 }];
}

/** Four parts in whole steps where it is enough for that, which make up the whole. */
function quarters(volume: Big, step: Big): Big[] {
  const even = floorTo(step, volume.div(4));
  const part = even.gt(0) ? even : volume.div(4).round(8, 0);
  return [part, part, part, volume.minus(part.times(3))];
}

/** Open time, open, high, low, close, volume, close time…: told as four trades, a quarter of the candle apart. */
function ofCandle(cells: readonly string[], step: Big): Recorded[] {
  const zero = new Big(0);
  const [, open = zero, high = zero, low = zero, close = zero, volume = zero] = numbers(cells.slice(0, 7));
  const [from, length] = [timeOf(cells[0]), timeOf(cells[6]) - timeOf(cells[0]) + 1];
  const isWithin = (price: Big) => price.gte(low) && price.lte(high);
  if (low.lte(0) || !isWithin(open) || !isWithin(close)) throw new Malformed('its prices are not within low and high');
  if (length < 2) throw new Malformed('it closes before it opens');
  if (volume.eq(0)) return [];
  const path = close.gte(open) ? [open, low, high, close] : [open, high, low, close];
  const parts = quarters(volume, step);
  return path.map((price, index) => ({
    time: from + Math.floor((length * index) / 4),
    price,
    qty: parts[index] ?? zero,
    buyerMaker: index > 0 && price.lt(path[index - 1] ?? price),
    candle: length,
  }));
}

function fromLine(line: string, step: Big): Recorded[] {
  const cells = line.split(',').map((cell) => cell.trim());
  if (cells.length >= CANDLE_CELLS) return ofCandle(cells, step);
  if (cells.length === TRADE_CELLS || cells.length === AGGREGATE_CELLS) return ofTrade(cells);
  throw new Malformed('it is neither a trade nor a candle');
}

function firstBytes(file: string): Buffer {
  const bytes = Buffer.alloc(4);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes);
  } finally {
    closeSync(handle);
  }
  return bytes;
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Buffer): boolean => bytes.toString('latin1') === 'PK\u{3}\u{4}';

/** Refuses a file that is not there or that is a zip archive with a sentence for the operator. */
export function checkRecording(file: string): void {
  if (!existsSync(file)) throw new Error(`PAPER_PRICES names ${file}, and there is no such file.`);
  if (isZip(firstBytes(file))) {
    throw new Error(`PAPER_PRICES names ${file}, a zip archive; it can be replayed once unpacked, or as .csv.gz.`);
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const content: Readable = isGzip(firstBytes(file)) ? pipeline(source, createGunzip(), () => {}) : source;
  let rest = '';
  for await (const chunk of content.setEncoding('utf8')) {
    const lines = `${rest}${chunk as string}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/**
 * The trades of a CSV file as data.binance.vision has them: trades, aggregate trades or candles, with or without a header,
 * gzipped or not. `step` is the symbol's.
 */
export async function* readRecording(file: string, step: Big): AsyncGenerator<Recorded> {
  let number = 0;
  for await (const line of readLines(file)) {
    number += 1;
    const isHeader = number === 1 && !/^\d/.test(line);
    if (line.trim() === '' || isHeader) continue;
    try {
      yield* fromLine(line, step);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      const shown = line.slice(0, 80);
      throw new Error(`Line ${number} of ${file} cannot be replayed; ${error.message}: '${shown}'`, { cause: error });
    }
  }
}
