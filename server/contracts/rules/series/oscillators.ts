import { addAverage, AVERAGE, averageOf, beginEma, beginWilder, orNull, peekAverage } from './averages.ts';
import type { Running } from './running.ts';

const WHOLE = 100;
const NEUTRAL = 50;

function strength(rise: number, fall: number): number {
  if (fall === 0) return rise === 0 ? NEUTRAL : WHOLE;
  return WHOLE - WHOLE / (1 + rise / fall);
}

/** Of an RSI: the close before, the average of rises, and that of falls. */
const RISES = 1;
const FALLS = RISES + AVERAGE;
export const RSI = FALLS + AVERAGE;

/** Wilder's relative strength index, 0 to 100, in numbers from a place on. */
export function beginRsi(numbers: Float64Array, at: number, length: number): void {
  numbers[at] = NaN;
  beginWilder(numbers, at + RISES, length);
  beginWilder(numbers, at + FALLS, length);
}

/** How the close differs from the one before; NaN for the first one. */
const changeOf = (numbers: Float64Array, at: number, close: number): number => close - (numbers[at] ?? NaN);

/** Without falls 100, without any change 50; NaN before there are enough bars. */
export function addRsi(numbers: Float64Array, at: number, close: number): number {
  const change = changeOf(numbers, at, close);
  numbers[at] = close;
  if (Number.isNaN(change)) return NaN;
  const rise = addAverage(numbers, at + RISES, Math.max(change, 0));
  return strength(rise, addAverage(numbers, at + FALLS, Math.max(-change, 0)));
}

export function rsi(length: number): Running<number, number> {
  const numbers = new Float64Array(RSI);
  beginRsi(numbers, 0, length);
  const preview = (close: number): number => {
    const change = changeOf(numbers, 0, close);
    const rise = peekAverage(numbers, RISES, Math.max(change, 0));
    return strength(rise, peekAverage(numbers, FALLS, Math.max(-change, 0)));
  };
  return { preview: (close) => orNull(preview(close)), add: (close) => orNull(addRsi(numbers, 0, close)) };
}

export interface MacdLengths {
  fast: number;
  slow: number;
  signal: number;
}

export interface Macd {
  macd: number;
  /** EMA of `macd`; both are null before it has enough values. */
  signal: number | null;
  histogram: number | null;
}

const SLOW = AVERAGE;
const SIGNAL = SLOW + AVERAGE;
export const MACD = SIGNAL + AVERAGE;

/** Difference of two exponential averages, with its own average, in numbers from a place on. */
export function beginMacd(numbers: Float64Array, at: number, { fast, slow, signal }: MacdLengths): void {
  beginEma(numbers, at, fast);
  beginEma(numbers, at + SLOW, slow);
  beginEma(numbers, at + SIGNAL, signal);
}

/** The difference, NaN before there are enough bars. */
export function addMacd(numbers: Float64Array, at: number, close: number): number {
  const difference = addAverage(numbers, at, close) - addAverage(numbers, at + SLOW, close);
  if (!Number.isNaN(difference)) addAverage(numbers, at + SIGNAL, difference);
  return difference;
}

/** The average of the difference, NaN before it has enough values. */
export const signalOf = (numbers: Float64Array, at: number): number => averageOf(numbers, at + SIGNAL);

function macdOf(difference: number, average: number): Macd | null {
  if (Number.isNaN(difference)) return null;
  return { macd: difference, signal: orNull(average), histogram: orNull(difference - average) };
}

export function macd(lengths: MacdLengths): Running<number, Macd> {
  const numbers = new Float64Array(MACD);
  beginMacd(numbers, 0, lengths);
  return {
    preview: (close) => {
      const difference = peekAverage(numbers, 0, close) - peekAverage(numbers, SLOW, close);
      return macdOf(difference, peekAverage(numbers, SIGNAL, difference));
    },
    add: (close) => {
      const difference = addMacd(numbers, 0, close);
      return macdOf(difference, signalOf(numbers, 0));
    },
  };
}
