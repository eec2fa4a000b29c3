import type { PaperPair } from '../../pairs.ts';
import type { Candle } from '../candles.ts';

/** A synthetic candle in whole ticks and steps: a day of them as decimals would take half a second to generate. */
export interface SyntheticCandle {
  openTime: number;
  open: number;
  high: number;
  low: number;
  close: number;
  steps: number;
  takerSteps: number;
  /** Their value, in ticks times steps. */
  value: number;
  takerValue: number;
  count: number;
}

const FIGURES = 9;

/** Consecutive synthetic candles in one typed array: as objects, those of a day took most of their time to keep. */
export class SyntheticCandles {
  /** Open time of the first, ms. */
  readonly since: number;
  readonly #length: number;
  readonly #figures: Float64Array;

  constructor(of: { since: number; length: number; count: number }) {
    this.since = of.since;
    this.#length = of.length;
    this.#figures = new Float64Array(of.count * FIGURES);
  }

  set(candle: SyntheticCandle): void {
    const figures = this.#figures;
    const start = ((candle.openTime - this.since) / this.#length) * FIGURES;
    figures[start] = candle.open;
    figures[start + 1] = candle.high;
    figures[start + 2] = candle.low;
    figures[start + 3] = candle.close;
    figures[start + 4] = candle.steps;
    figures[start + 5] = candle.takerSteps;
    figures[start + 6] = candle.value;
    figures[start + 7] = candle.takerValue;
    figures[start + 8] = candle.count;
  }

  /** Those that open from `from` to `to`, oldest first. */
  within(from: number, to: number): SyntheticCandle[] {
    const count = this.#figures.length / FIGURES;
    const first = Math.max(0, Math.ceil((from - this.since) / this.#length));
    const end = Math.min(count, Math.floor((to - this.since) / this.#length) + 1);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => this.#at(first + index));
  }

  #at(index: number): SyntheticCandle {
    const start = index * FIGURES;
    const figure = (place: number) => this.#figures[start + place] ?? 0;
    return {
      openTime: this.since + index * this.#length,
      open: figure(0),
      high: figure(1),
      low: figure(2),
      close: figure(3),
      steps: figure(4),
      takerSteps: figure(5),
      value: figure(6),
      takerValue: figure(7),
      count: figure(8),
    };
  }
}

/** Consecutive candles as one. */
export function joined(candles: readonly SyntheticCandle[], openTime: number): SyntheticCandle {
  const [first] = candles;
  const ends = { openTime, open: first?.open ?? 1, close: candles.at(-1)?.close ?? 1 };
  const total = { ...ends, high: 0, low: Infinity, steps: 0, takerSteps: 0, value: 0, takerValue: 0, count: 0 };
  for (const candle of candles) {
    total.high = Math.max(total.high, candle.high);
    total.low = Math.min(total.low, candle.low);
    total.steps += candle.steps;
    total.takerSteps += candle.takerSteps;
    total.value += candle.value;
    total.takerValue += candle.takerValue;
    total.count += candle.count;
  }
  return total;
}

function toCandle(candle: SyntheticCandle, { tick, step }: PaperPair): Candle {
  const unit = tick.times(step);
  return {
    openTime: candle.openTime,
    open: tick.times(candle.open),
    high: tick.times(candle.high),
    low: tick.times(candle.low),
    close: tick.times(candle.close),
    volume: step.times(candle.steps),
    quoteVolume: unit.times(candle.value),
    takerVolume: step.times(candle.takerSteps),
    takerQuoteVolume: unit.times(candle.takerValue),
    count: candle.count,
    firstId: 0,
    lastId: 0,
  };
}

export const toCandles = (candles: readonly SyntheticCandle[], pair: PaperPair): Candle[] =>
  candles.map((candle) => toCandle(candle, pair));

/** All of them as one candle, or none. */
export const sumSynthetic = (candles: readonly SyntheticCandle[], pair: PaperPair): Candle[] =>
  candles[0] ? [toCandle(joined(candles, candles[0].openTime), pair)] : [];
