import type { PaperPair } from '../../pairs.ts';
import type { Candle } from '../candles.ts';

/** A made-up candle in whole ticks and steps: a day of them as decimals would take half a second to draw. */
export interface Sketch {
  openTime: number;
  open: number;
  high: number;
  low: number;
  close: number;
  steps: number;
  takerSteps: number;
  /** What they were traded for, in ticks times steps. */
  worth: number;
  takerWorth: number;
  count: number;
}

const FIGURES = 9;

/** Made-up candles that follow each other, kept as bare numbers: as objects, those of a day took most of their time to keep. */
export class Sketches {
  /** Open time of the first, ms. */
  readonly since: number;
  readonly #length: number;
  readonly #figures: Float64Array;

  constructor(of: { since: number; length: number; count: number }) {
    this.since = of.since;
    this.#length = of.length;
    this.#figures = new Float64Array(of.count * FIGURES);
  }

  put(sketch: Sketch): void {
    const figures = this.#figures;
    const start = ((sketch.openTime - this.since) / this.#length) * FIGURES;
    figures[start] = sketch.open;
    figures[start + 1] = sketch.high;
    figures[start + 2] = sketch.low;
    figures[start + 3] = sketch.close;
    figures[start + 4] = sketch.steps;
    figures[start + 5] = sketch.takerSteps;
    figures[start + 6] = sketch.worth;
    figures[start + 7] = sketch.takerWorth;
    figures[start + 8] = sketch.count;
  }

  /** Those that open from `from` to `to`, oldest first. */
  within(from: number, to: number): Sketch[] {
    const count = this.#figures.length / FIGURES;
    const first = Math.max(0, Math.ceil((from - this.since) / this.#length));
    const end = Math.min(count, Math.floor((to - this.since) / this.#length) + 1);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => this.#at(first + index));
  }

  #at(index: number): Sketch {
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
      worth: figure(6),
      takerWorth: figure(7),
      count: figure(8),
    };
  }
}

/** Candles that follow each other as one. */
export function joined(sketches: readonly Sketch[], openTime: number): Sketch {
  const [first] = sketches;
  const ends = { openTime, open: first?.open ?? 1, close: sketches.at(-1)?.close ?? 1 };
  const total = { ...ends, high: 0, low: Infinity, steps: 0, takerSteps: 0, worth: 0, takerWorth: 0, count: 0 };
  for (const sketch of sketches) {
    total.high = Math.max(total.high, sketch.high);
    total.low = Math.min(total.low, sketch.low);
    total.steps += sketch.steps;
    total.takerSteps += sketch.takerSteps;
    total.worth += sketch.worth;
    total.takerWorth += sketch.takerWorth;
    total.count += sketch.count;
  }
  return total;
}

function toCandle(sketch: Sketch, { tick, step }: PaperPair): Candle {
  const unit = tick.times(step);
  return {
    openTime: sketch.openTime,
    open: tick.times(sketch.open),
    high: tick.times(sketch.high),
    low: tick.times(sketch.low),
    close: tick.times(sketch.close),
    volume: step.times(sketch.steps),
    quoteVolume: unit.times(sketch.worth),
    takerVolume: step.times(sketch.takerSteps),
    takerQuoteVolume: unit.times(sketch.takerWorth),
    count: sketch.count,
    firstId: 0,
    lastId: 0,
  };
}

export const toCandles = (sketches: readonly Sketch[], pair: PaperPair): Candle[] =>
  sketches.map((sketch) => toCandle(sketch, pair));

/** All of them as one candle, or none. */
export const sumSketches = (sketches: readonly Sketch[], pair: PaperPair): Candle[] =>
  sketches[0] ? [toCandle(joined(sketches, sketches[0].openTime), pair)] : [];
