import type { Big } from 'big.js';
import type { Pair } from '../../pairs.ts';
import { type Candle, HOUR, MINUTE, flatCandle } from '../candles.ts';
import { type Random, randomFrom } from '../random.ts';
import { type Moves, pastMoves } from './past-moves.ts';

const MINUTES_BACK = 24 * 60;
const HOURS_BACK = 30 * 24;
/** Just before the end the past is flat: a reader that resumes from its last seen minute meets no invented move. */
const QUIET_MINUTES = 5;
/** What a simulated trade is worth on average, in USDT. */
const TRADE_WORTH = 140;

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

interface Walk {
  random: Random;
  moves: Moves;
  /** Length of a candle, ms. */
  length: number;
  /** What one step costs at a price of one tick, in USDT. */
  unit: number;
  tradesPerSecond: number;
}

/** What a past must lead to: `price` at `time`, UTC epoch ms. */
export interface Known {
  pair: Pair;
  seed: number;
  price: Big;
  time: number;
}

const ticksOf = (price: Big, { tick }: Pair): number => Math.max(1, Math.round(Number(price) / Number(tick)));

const walkOf = ({ pair, seed }: Known, length: number): Walk => ({
  length,
  moves: pastMoves(pair, { seed, length }),
  unit: Number(pair.tick.times(pair.step).times(pair.quoteWorth)),
  tradesPerSecond: pair.tradesPerSecond,
  random: randomFrom(`${seed}:${pair.symbol}:${length}`),
});

/** One candle from `from` to `to`: how far it went beyond and what was traded are drawn. */
function draw(walk: Walk, openTime: number, [from, to]: readonly [number, number]): Sketch {
  const { random, length, moves, unit, tradesPerSecond } = walk;
  const [open, close] = [Math.max(1, Math.round(from)), Math.max(1, Math.round(to))];
  const reach = () => Math.round(Math.abs(random.rough()) * 0.5 * moves.usual * close);
  const liveliness = 0.7 + (0.4 * Math.abs(to - from)) / (moves.usual * to);
  // Per ms, less what drawing the size of a spell adds to the mean.
  const trades = (tradesPerSecond * length * liveliness * Math.exp(random.rough() * 0.5)) / 1200;
  const middle = Math.max(1, Math.round((open + close) / 2));
  const steps = Math.max(1, Math.round((trades * TRADE_WORTH) / (middle * unit)));
  const takerSteps = Math.round(steps * random.uniform());
  return {
    openTime,
    open,
    high: Math.max(open, close) + reach(),
    low: Math.max(1, Math.min(open, close) - reach()),
    close,
    steps,
    takerSteps,
    worth: steps * middle,
    takerWorth: takerSteps * middle,
    count: Math.max(1, Math.round(trades)),
  };
}

/** Walks backwards from the price known at the end, so that the past always leads to the present. */
function walkBack(walk: Walk, end: { time: number; ticks: number }, count: number): Sketch[] {
  const sketches: Sketch[] = [];
  let close = end.ticks;
  for (let index = 1; index <= count; index += 1) {
    const openTime = end.time - index * walk.length;
    const open = close * Math.exp(-walk.moves.at(openTime / walk.length));
    sketches.push(draw(walk, openTime, [open, close]));
    close = open;
  }
  return sketches.toReversed();
}

const minuteOf = (time: number): number => Math.floor(time / MINUTE) * MINUTE;

/** The day of minutes that led to the price known; the same for the same seed. */
export function minutesBefore(known: Known): Sketch[] {
  const end = minuteOf(known.time);
  const start = Math.floor((end - MINUTES_BACK * MINUTE) / HOUR) * HOUR;
  const quietFrom = end - QUIET_MINUTES * MINUTE;
  const ticks = ticksOf(known.price, known.pair);
  const still = { steps: 0, takerSteps: 0, worth: 0, takerWorth: 0, count: 0 };
  const flat = { open: ticks, high: ticks, low: ticks, close: ticks, ...still };
  const quiet = Array.from({ length: (end - quietFrom) / MINUTE }, (_, index) => ({
    ...flat,
    openTime: quietFrom + index * MINUTE,
  }));
  const walk = walkOf(known, MINUTE);
  return [...walkBack(walk, { time: quietFrom, ticks }, (quietFrom - start) / MINUTE), ...quiet];
}

/** Candles that follow each other as one. */
function joined(sketches: readonly Sketch[], openTime: number): Sketch {
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

/** A month of hours: those before the minutes, which open a full hour, and the minutes themselves by the hour. */
export function hoursBefore(known: Known, minutes: readonly Sketch[]): Sketch[] {
  const [first] = minutes;
  if (!first) return [];
  const end = { time: first.openTime, ticks: first.open };
  const byHour = Map.groupBy(minutes, (minute) => Math.floor(minute.openTime / HOUR) * HOUR);
  const latest = [...byHour].map(([openTime, group]) => joined(group, openTime));
  return [...walkBack(walkOf(known, HOUR), end, HOURS_BACK), ...latest];
}

function toCandle(sketch: Sketch, { tick, step }: Pair): Candle {
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

export const toCandles = (sketches: readonly Sketch[], pair: Pair): Candle[] =>
  sketches.map((sketch) => toCandle(sketch, pair));

/** All of them as one candle, or none. */
export const sumSketches = (sketches: readonly Sketch[], pair: Pair): Candle[] =>
  sketches[0] ? [toCandle(joined(sketches, sketches[0].openTime), pair)] : [];

/** The seconds of a minute that is known only as a candle: a straight path through its extremes. */
export function secondsOf(minute: Candle, tick: Big): Candle[] {
  const size = Number(tick);
  const { open, high, low, close } = minute;
  const corners = (close.gte(open) ? [open, low, high, close] : [open, high, low, close]).map((price) =>
    Math.round(Number(price) / size),
  );
  const at = (second: number): number => {
    const [from = 0, to = from] = corners.slice(Math.floor(second / 20), Math.floor(second / 20) + 2);
    return Math.round(from + ((to - from) * (second % 20)) / 20);
  };
  return Array.from({ length: 60 }, (_, second) => {
    const [one, other] = [tick.times(at(second)), tick.times(at(second + 1))];
    const candle = flatCandle(minute.openTime + second * 1000, other, minute.lastId);
    candle.open = one;
    candle.high = one.gt(other) ? one : other;
    candle.low = one.lt(other) ? one : other;
    return candle;
  });
}
