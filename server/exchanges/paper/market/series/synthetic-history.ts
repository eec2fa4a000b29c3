import type { Big } from 'big.js';
import type { PaperPair } from '../../pairs.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { type Candle, flatCandle } from '../candles.ts';
import { type Random, randomFrom } from '../random.ts';
import { type Moves, modelMoves } from './price-model.ts';
import { type SyntheticCandle, SyntheticCandles, joined } from './synthetic-candles.ts';

const MINUTES_BACK = 24 * 60;
const HOURS_BACK = 30 * 24;
/** The history ends flat: a reader that resumes from its last seen minute meets no synthetic move. */
const QUIET_MINUTES = 5;
/** Value of a simulated trade on average, in USDT. */
const TRADE_VALUE = 140;

interface Walk {
  random: Random;
  moves: Moves;
  /** Length of a candle, ms. */
  length: number;
  /** What one step costs at a price of one tick, in USDT. */
  unit: number;
  tradesPerSecond: number;
}

/** Where a history ends: at `price` at `time`, UTC epoch ms. */
export interface Known {
  pair: PaperPair;
  seed: number;
  price: Big;
  time: number;
}

const ticksOf = (price: Big, { tick }: PaperPair): number => Math.max(1, Math.round(Number(price) / Number(tick)));

const walkOf = ({ pair, seed }: Known, length: number): Walk => ({
  length,
  moves: modelMoves(pair, { seed, length }),
  unit: Number(pair.tick.times(pair.step).times(pair.quoteWorth)),
  tradesPerSecond: pair.tradesPerSecond,
  random: randomFrom(`${seed}:${pair.symbol}:${length}`),
});

/** One candle from `from` to `to`, its extremes and its volume at random. */
function generate(walk: Walk, openTime: number, ends: { from: number; to: number }): SyntheticCandle {
  const { random, length, unit, tradesPerSecond } = walk;
  const { usual } = walk.moves;
  const open = Math.max(1, Math.round(ends.from));
  const close = Math.max(1, Math.round(ends.to));
  const reach = 0.5 * usual * close;
  const activity = 0.7 + (0.4 * Math.abs(ends.to - ends.from)) / (usual * ends.to);
  // Per ms, less what the random factor adds to the mean.
  const trades = (tradesPerSecond * length * activity * Math.exp(random.nearNormal() * 0.5)) / 1200;
  const middle = Math.max(1, Math.round((open + close) / 2));
  const steps = Math.max(1, Math.round((trades * TRADE_VALUE) / (middle * unit)));
  const takerSteps = Math.round(steps * random.uniform());
  return {
    openTime,
    open,
    high: Math.max(open, close) + Math.round(Math.abs(random.nearNormal()) * reach),
    low: Math.max(1, Math.min(open, close) - Math.round(Math.abs(random.nearNormal()) * reach)),
    close,
    steps,
    takerSteps,
    value: steps * middle,
    takerValue: takerSteps * middle,
    count: Math.max(1, Math.round(trades)),
  };
}

/** Walks backwards from the price at the end to where `history` begins, so that it always leads there. */
function walkBack(walk: Walk, end: { time: number; ticks: number }, history: SyntheticCandles): void {
  let to = end.ticks;
  for (let openTime = end.time - walk.length; openTime >= history.since; openTime -= walk.length) {
    const from = to * Math.exp(-walk.moves.at(openTime / walk.length));
    history.set(generate(walk, openTime, { from, to }));
    to = from;
  }
}

const minuteOf = (time: number): number => Math.floor(time / MINUTE) * MINUTE;

/** The day of minutes that leads to a price; the same for the same seed. */
export function minutesBefore(known: Known): SyntheticCandles {
  const end = minuteOf(known.time);
  const since = Math.floor((end - MINUTES_BACK * MINUTE) / HOUR) * HOUR;
  const history = new SyntheticCandles({ since, length: MINUTE, count: (end - since) / MINUTE });
  const quietFrom = end - QUIET_MINUTES * MINUTE;
  const ticks = ticksOf(known.price, known.pair);
  const still = { steps: 0, takerSteps: 0, value: 0, takerValue: 0, count: 0 };
  for (let openTime = quietFrom; openTime < end; openTime += MINUTE) {
    history.set({ openTime, open: ticks, high: ticks, low: ticks, close: ticks, ...still });
  }
  walkBack(walkOf(known, MINUTE), { time: quietFrom, ticks }, history);
  return history;
}

/** A month of hours: those before the minutes, which open a full hour, and the minutes themselves by the hour. */
export function hoursBefore(known: Known, minutes: SyntheticCandles): SyntheticCandles {
  const all = minutes.within(minutes.since, known.time);
  const byHour = Map.groupBy(all, ({ openTime }) => Math.floor(openTime / HOUR) * HOUR);
  const since = minutes.since - HOURS_BACK * HOUR;
  const history = new SyntheticCandles({ since, length: HOUR, count: HOURS_BACK + byHour.size });
  for (const [openTime, group] of byHour) history.set(joined(group, openTime));
  walkBack(walkOf(known, HOUR), { time: minutes.since, ticks: all[0]?.open ?? 1 }, history);
  return history;
}

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
