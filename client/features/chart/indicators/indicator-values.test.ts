import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bar } from '../bars.ts';
import { indicatorValues } from './indicator-values.ts';
import { indicatorsOf } from './indicators.ts';

const barOf = (close: number, at: number): Bar => {
  const price = new Big(close);
  return { openTime: at * 60_000, open: price, high: price, low: price, close: price, volume: null };
};
const all = indicatorsOf({
  ema: { on: true, lengths: [2, 5] },
  sma: { on: true, lengths: [3] },
  bollinger: { on: true, length: 4 },
  rsi: { on: true, length: 3 },
  macd: { on: true },
});
const cents = fc.integer({ min: 1, max: 100_000 }).map((price) => price / 100);

it('K-6 bars that form trade by trade get the values of a whole recomputation', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 50 }),
      fc.array(fc.array(cents, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 }),
      (read, traded) => {
        const later = traded.map((ticks, at) => ticks.map((close) => barOf(close, read.length - 1 + at)));
        const bars = read.map(barOf);
        const ended = [...bars.slice(0, -1), ...later.map((ticks) => ticks.at(-1)!)];
        for (const indicator of all) {
          const following = indicatorValues(indicator);
          following.setBars(bars);
          for (const tick of later.flat()) following.setLast(tick);
          const whole = indicatorValues(indicator);
          whole.setBars(ended);
          for (const { openTime } of ended) expect(following.at(openTime)).toEqual(whole.at(openTime));
        }
      },
    ),
  );
});

it('only what is on is computed, in the order of the legend', () => {
  const off = {
    ema: { on: false, lengths: [9] },
    sma: { on: false, lengths: [50] },
    bollinger: { on: false, length: 20 },
  };
  const names = (settings: Parameters<typeof indicatorsOf>[0]) => indicatorsOf(settings).map(({ name }) => name);
  expect(names({ ...off, rsi: { on: false, length: 14 }, macd: { on: false } })).toEqual([]);
  expect(names({ ...off, rsi: { on: true, length: 14 }, macd: { on: true } })).toEqual(['RSI 14', 'MACD']);
  expect(all.map(({ name }) => name)).toEqual(['EMA 2', 'EMA 5', 'SMA 3', 'BB 4', 'RSI 3', 'MACD']);
});
