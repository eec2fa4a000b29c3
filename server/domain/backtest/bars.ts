import { Big } from 'big.js';
import type { SignalBars } from './signal-bars.ts';

/**
 * Candles of one pair and interval, oldest first, as columns of equal length. Prices and volumes are the doubles nearest to
 * the exchange's decimals: they are compared as such, and `decimalOf` gives back the decimal that was read.
 */
export interface Bars {
  /** Length of a bar in ms. */
  interval: number;
  /** When each opened, UTC epoch ms. */
  times: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  /** Base units. */
  volume: Float64Array;
  /** Left out where nothing more is known. */
  inside?: Inside;
  /** Of a run that goes by them. */
  signals?: SignalBars;
}

/**
 * Trades in their order, as columns of equal length: those that follow each other at one price within a minute are one, at the
 * time of the first of them.
 */
export interface Prints {
  /** UTC epoch ms. */
  times: Float64Array;
  price: Float64Array;
  /** Base units. */
  volume: Float64Array;
  /** 1 where trades are missing right before this one, else 0. */
  missing: Float64Array;
}

/** What is known of the time inside bars: trades, or shorter bars. */
export interface Inside {
  prints: Prints | null;
  bars: Bars | null;
  /** The bars were made of the trades: what these do not tell is not known. Left out, the bars are known by themselves. */
  areBarsOfPrints?: boolean;
}

export interface Bar {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** The shortest decimal that is read as this double: the one that it was read from, up to 15 digits. */
export const decimalOf = (value: number): Big => new Big(value);

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

export function barsOf(interval: number, bars: readonly Bar[]): Bars {
  const column = (name: keyof Bar): Float64Array => {
    const values = new Float64Array(bars.length);
    for (const [at, bar] of bars.entries()) values[at] = bar[name];
    return values;
  };
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, column(name)])) as Record<
    (typeof COLUMNS)[number],
    Float64Array
  >;
  return { interval, times: column('time'), ...columns };
}

/** Times without bars between two bars, UTC epoch ms; `to` is when the next bar opens. */
export interface Hole {
  from: number;
  to: number;
}

export function holesIn({ interval, times }: Pick<Bars, 'interval' | 'times'>): Hole[] {
  const holes: Hole[] = [];
  for (let at = 1; at < times.length; at += 1) {
    const [from, to] = [(times[at - 1] ?? 0) + interval, times[at] ?? 0];
    if (to > from) holes.push({ from, to });
  }
  return holes;
}
