import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Print } from '../../../../domain/matching/model/market.ts';

/** A trade of a recording and when it happened, UTC epoch ms. */
export interface Recorded extends Print {
  time: number;
  /** Length of the candle that it is derived from, ms; zero for a trade that was recorded as one. */
  candle: number;
}

/** Times of recordings since 2025 are in microseconds; other sources write seconds, or dates. */
const MICROSECONDS_FROM = 1e15;
const SECONDS_BELOW = 1e11;
const DATE = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?(Z|[+]00:?00)?$/;
const DECIMAL = /^\d+(\.\d+)?$/;
const SIDE = /^(true|false)$/i;
const TRADE_CELLS = 7;
const AGGREGATE_CELLS = 8;
const CANDLE_CELLS = 11;

/** What a file may hold, for the operator. */
export const EXPECTED =
  "candles as 'open time, open, high, low, close, volume' with or without a close time and Binance's further columns, trades as 'id, price, quantity, quote quantity, time, is buyer maker, is best match', or aggregate trades, as data.binance.vision has them";

export class Malformed extends Error {}

function timeOf(cell = ''): number {
  if (DATE.test(cell)) return Date.parse(`${cell.replace(/(Z|[+]00:?00)$/, '').replace(' ', 'T')}Z`);
  const time = Number(cell);
  if (time >= MICROSECONDS_FROM) return Math.floor(time / 1000);
  return time < SECONDS_BELOW ? time * 1000 : time;
}

function numbers(cells: readonly string[]): Big[] {
  if (!cells.every((cell) => DECIMAL.test(cell))) throw new Malformed('it is neither a trade nor a candle');
  return cells.map((cell) => new Big(cell));
}

function side(cell = ''): boolean {
  if (!SIDE.test(cell)) throw new Malformed('it does not say whether the buyer was the maker');
  return cell.toLowerCase() === 'true';
}

/** id, price, quantity, then quote quantity, or the first and the last id; time, isBuyerMaker, isBestMatch. */
function ofTrade(cells: readonly string[]): Recorded[] {
  const timeAt = cells.length === AGGREGATE_CELLS ? 5 : 4;
  const [, price = ZERO, qty = ZERO] = numbers(cells.slice(0, timeAt + 1));
  if (price.lte(0) || qty.lte(0)) throw new Malformed('its price or its quantity is zero');
  return [{ time: timeOf(cells[timeAt]), price, qty, buyerMaker: side(cells[timeAt + 1]), candle: 0 }];
}

/** Four parts that add up to the volume, in whole steps where it is large enough. */
function quarters(volume: Big, step: Big): Big[] {
  const even = floorTo(step, volume.div(4));
  const part = even.gt(0) ? even : volume.div(4).round(8, 0);
  return [part, part, part, volume.minus(part.times(3))];
}

function startOf([cell]: readonly string[]): number {
  const time = timeOf(cell);
  if (!Number.isFinite(time)) throw new Malformed('it is neither a trade nor a candle');
  return time;
}

/** As four trades, a quarter of the candle apart. */
function ofCandle(cells: readonly string[], { step, length }: { step: Big; length: number }): Recorded[] {
  const [open = ZERO, high = ZERO, low = ZERO, close = ZERO, volume = ZERO] = numbers(cells.slice(1, 6));
  const isWithin = (price: Big) => price.gte(low) && price.lte(high);
  const from = startOf(cells);
  if (low.lte(0) || !isWithin(open) || !isWithin(close)) throw new Malformed('its prices are not within low and high');
  if (length < 2) throw new Malformed('it closes before it opens');
  if (volume.eq(0)) return [];
  const path = close.gte(open) ? [open, low, high, close] : [open, high, low, close];
  const parts = quarters(volume, step);
  return path.map((price, index) => ({
    time: from + Math.floor((length * index) / 4),
    price,
    qty: parts[index] ?? ZERO,
    buyerMaker: index > 0 && price.lt(path[index - 1] ?? price),
    candle: length,
  }));
}

/** A candle of six columns, or of seven with its close time: none of them is a side. */
const isShortCandle = (cells: readonly string[]): boolean =>
  cells.length === 6 || (cells.length === TRADE_CELLS && !cells.slice(5).some((cell) => SIDE.test(cell)));

/** From the close time, where a candle has one. */
function lengthOf(cells: readonly string[]): number | null {
  const close = cells[6];
  if (close === undefined) return null;
  if (!DECIMAL.test(close) && !DATE.test(close)) throw new Malformed('it is neither a trade nor a candle');
  const length = timeOf(close) - timeOf(cells[0]) + 1;
  // Some sources have another figure in that column: no candle is longer than a month.
  return length > 31 * 86_400_000 || (cells.length < CANDLE_CELLS && length < 2) ? null : length;
}

export interface Line {
  cells: readonly string[];
  /** Of the line after it; empty for the last one. */
  next: readonly string[];
}

export const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

/** Candles of six columns last until the next one, the last one as long as the one before it. */
export function lineReader(step: Big): (line: Line) => Recorded[] {
  let before = 60_000;
  return ({ cells, next }) => {
    if (!isShortCandle(cells) && cells.length < CANDLE_CELLS) {
      if (cells.length === TRADE_CELLS || cells.length === AGGREGATE_CELLS) return ofTrade(cells);
      throw new Malformed('it is neither a trade nor a candle');
    }
    const toNext = isShortCandle(next) ? timeOf(next[0]) - timeOf(cells[0]) : 0;
    before = lengthOf(cells) ?? (toNext > 0 ? toNext : before);
    return ofCandle(cells, { step, length: before });
  };
}
