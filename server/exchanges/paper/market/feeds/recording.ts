import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Big } from 'big.js';
import type { Print } from '../../floor.ts';

/** A trade of a recording and when it happened, UTC epoch ms. */
export interface Recorded extends Print {
  time: number;
}

/** Times of recordings since 2025 are in microseconds. */
const MICROSECONDS_FROM = 1e15;
const DECIMAL = /^\d+(\.\d+)?$/;

const timeOf = (cell: string | undefined): number => {
  const time = Number(cell);
  return time >= MICROSECONDS_FROM ? Math.floor(time / 1000) : time;
};

/** id, price, quantity, quote quantity, time, isBuyerMaker, isBestMatch. */
function ofTrade(cells: readonly string[]): Recorded[] {
  const [, price = '', qty = '', , time, buyerMaker = ''] = cells;
  return [{ time: timeOf(time), price: new Big(price), qty: new Big(qty), buyerMaker: /^true$/i.test(buyerMaker) }];
}

/** Open time, open, high, low, close, volume, close time…: told as four trades, a quarter of the candle apart. */
function ofCandle(cells: readonly string[]): Recorded[] {
  const [openCell, open = '', high = '', low = '', close = '', volume = '', closeCell] = cells;
  if (Number(volume) === 0) return [];
  const [from, to] = [timeOf(openCell), timeOf(closeCell)];
  const rising = new Big(close).gte(open);
  const path = rising ? [open, low, high, close] : [open, high, low, close];
  return path.map((price, index) => ({
    time: from + Math.floor(((to - from) * index) / 4),
    price: new Big(price),
    qty: new Big(volume).div(4).round(8, 0),
    buyerMaker: index > 0 && new Big(price).lt(path[index - 1] ?? price),
  }));
}

function fromLine(line: string): Recorded[] {
  const cells = line.split(',').map((cell) => cell.trim());
  const isCandle = cells.length >= 11;
  const numbers = isCandle ? cells.slice(0, 7) : cells.slice(0, 5);
  if (cells.length < 6 || !numbers.every((cell) => DECIMAL.test(cell))) {
    throw new Error(`it is neither a trade nor a candle: '${line.slice(0, 80)}'`);
  }
  return isCandle ? ofCandle(cells) : ofTrade(cells);
}

/** The trades of a CSV file as data.binance.vision has them, trades or candles, with or without a header. */
export async function* readRecording(file: string): AsyncGenerator<Recorded> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    const isHeader = number === 1 && !/^\d/.test(line);
    if (line.trim() === '' || isHeader) continue;
    try {
      yield* fromLine(line);
    } catch (error) {
      throw new Error(`Line ${number} of ${file} cannot be replayed; ${(error as Error).message}`, { cause: error });
    }
  }
}
