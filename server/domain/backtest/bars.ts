import { Big } from 'big.js';

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
