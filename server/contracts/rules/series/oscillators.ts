import { ema, wilder } from './averages.ts';
import type { Running } from './running.ts';

const WHOLE = 100;
const NEUTRAL = 50;

function strength(rise: number, fall: number): number {
  if (fall === 0) return rise === 0 ? NEUTRAL : WHOLE;
  return WHOLE - WHOLE / (1 + rise / fall);
}

/** Wilder's relative strength index, 0 to 100; without falls 100, without any change 50. */
export function rsi(length: number): Running<number, number> {
  const rises = wilder(length);
  const falls = wilder(length);
  let before: number | null = null;
  const read = (step: 'preview' | 'add', close: number): number | null => {
    if (before === null) return null;
    const change = close - before;
    const rise = rises[step](Math.max(change, 0));
    const fall = falls[step](Math.max(-change, 0));
    return rise === null || fall === null ? null : strength(rise, fall);
  };
  return {
    preview: (close) => read('preview', close),
    add: (close) => {
      const value = read('add', close);
      before = close;
      return value;
    },
  };
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

/** Difference of two exponential averages, with its own average. */
export function macd(lengths: MacdLengths): Running<number, Macd> {
  const [fast, slow, average] = [ema(lengths.fast), ema(lengths.slow), ema(lengths.signal)];
  const read = (step: 'preview' | 'add', close: number): Macd | null => {
    const [near, far] = [fast[step](close), slow[step](close)];
    if (near === null || far === null) return null;
    const difference = near - far;
    const signal = average[step](difference);
    return { macd: difference, signal, histogram: signal === null ? null : difference - signal };
  };
  return { preview: (close) => read('preview', close), add: (close) => read('add', close) };
}
