import { Big } from 'big.js';
import type { Pair } from '../pairs.ts';
import { type Candle, HOUR, MINUTE, flatCandle } from './candles.ts';
import { type Random, randomFrom } from './random.ts';

const MINUTES_BACK = 24 * 60;
const HOURS_BACK = 30 * 24;
/** Just before the end the past is flat: a reader that resumes from its last seen minute meets no invented move. */
const QUIET_MINUTES = 5;
const TRADES_A_MINUTE = 60;

interface Walk {
  pair: Pair;
  random: Random;
  /** Length of a candle, ms. */
  length: number;
  /** Deviation of a candle's close, as a part of the price. */
  deviation: number;
}

/** One candle that closes at `close`: where it opened, how far it went, what was traded, are drawn. */
function drawCandle(walk: Walk, openTime: number, close: number): { candle: Candle; open: number } {
  const { pair, random, length } = walk;
  const tick = pair.tick.toNumber();
  const ticks = (price: number) => Math.max(1, Math.round(price / tick));
  const open = ticks(close * tick * (1 - random.normal() * walk.deviation));
  const reach = () => Math.round(Math.abs(random.normal()) * 0.5 * walk.deviation * close);
  const price = (count: number) => pair.tick.times(Math.max(1, count));
  const notional = (25_000 * Math.exp(random.normal() * 0.6) * length) / MINUTE;
  const middle = price(Math.round((open + close) / 2));
  const volume = new Big(Math.round(notional)).div(middle).div(pair.step).round(0).times(pair.step);
  const takerVolume = volume
    .times(Math.round(random.uniform() * 100))
    .div(100)
    .div(pair.step)
    .round(0)
    .times(pair.step);
  const candle = flatCandle(openTime, price(close), 0);
  Object.assign(candle, {
    open: price(open),
    high: price(Math.max(open, close) + reach()),
    low: price(Math.min(open, close) - reach()),
    volume,
    quoteVolume: volume.times(middle),
    takerVolume,
    takerQuoteVolume: takerVolume.times(middle),
    count: Math.round((TRADES_A_MINUTE * length) / MINUTE),
  });
  return { candle, open };
}

/** Walks backwards from the price known at the end, so that the past always leads to the present. */
function walkBack(walk: Walk, end: { time: number; price: Big }, count: number): Candle[] {
  const candles: Candle[] = [];
  let close = Math.max(1, Number(end.price.div(walk.pair.tick).round(0).toFixed()));
  for (let index = 1; index <= count; index += 1) {
    const { candle, open } = drawCandle(walk, end.time - index * walk.length, close);
    candles.push(candle);
    close = open;
  }
  return candles.toReversed();
}

/** The day of minutes, and the month of hours before it, that led to `price` at `time`; the same for the same seed. */
export function historyBefore(from: { pair: Pair; seed: number; price: Big; time: number }) {
  const { pair, seed, price } = from;
  const end = Math.floor(from.time / MINUTE) * MINUTE;
  const random = randomFrom(`${seed}:${pair.symbol}:history`);
  const moving = end - QUIET_MINUTES * MINUTE;
  const dayStart = Math.floor((end - MINUTES_BACK * MINUTE) / HOUR) * HOUR;
  const count = (moving - dayStart) / MINUTE;
  const quiet = Array.from({ length: QUIET_MINUTES }, (_, index) => flatCandle(moving + index * MINUTE, price, 0));
  const minutes = [
    ...walkBack({ pair, random, length: MINUTE, deviation: 0.0006 }, { time: moving, price }, count),
    ...quiet,
  ];
  const dayOpen = minutes[0]?.open ?? price;
  const hours = walkBack(
    { pair, random, length: HOUR, deviation: 0.0045 },
    { time: dayStart, price: dayOpen },
    HOURS_BACK,
  );
  return { minutes, hours };
}

/** The seconds of a minute that is known only as a candle: a straight path through its extremes. */
export function secondsOf(minute: Candle, tick: Big): Candle[] {
  const rising = minute.close.gte(minute.open);
  const corners = rising
    ? [minute.open, minute.low, minute.high, minute.close]
    : [minute.open, minute.high, minute.low, minute.close];
  const at = (second: number) => {
    const [from = minute.open, to = minute.close] = corners.slice(Math.floor(second / 20), Math.floor(second / 20) + 2);
    return from
      .plus(
        to
          .minus(from)
          .times(second % 20)
          .div(20),
      )
      .div(tick)
      .round(0)
      .times(tick);
  };
  return Array.from({ length: 60 }, (_, second) => {
    const open = at(second);
    const close = second === 59 ? minute.close : at(second + 1);
    const candle = flatCandle(minute.openTime + second * 1000, close, minute.lastId);
    return { ...candle, open, high: open.gt(close) ? open : close, low: open.lt(close) ? open : close };
  });
}
