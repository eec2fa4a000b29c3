import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { BarCandle } from '../../../runtime/price-triggers/prices.ts';
import { conditionLines } from './preview-lines.ts';

const bars = (count: number, length: number): BarCandle[] =>
  Array.from({ length: count }, (_, at) => {
    const price = new Big(10 + at);
    const [openTime, closeTime] = [at * length, (at + 1) * length - 1];
    return { openTime, closeTime, open: price, high: price, low: price, close: price, volume: new Big(1) };
  });
const CROSSES = { direction: 'either', interval: '1h' } as const;
const SPAN = { from: 2 * HOUR, to: 4 * HOUR };

it('U-10 the line of a condition is drawn where it is a price: averages and bands of whole bars, and trend lines', () => {
  const history = { prices: [], bars: new Map([['1h', bars(5, HOUR)] as const]) };
  const linesOf = (condition: Parameters<typeof conditionLines>[0]) => conditionLines(condition, history, SPAN);
  const average = linesOf({ kind: 'price-ema', length: 2, ...CROSSES });
  expect(average).toEqual([
    [
      { at: 3 * HOUR - 1, price: expect.closeTo(11.5) },
      { at: 4 * HOUR - 1, price: expect.closeTo(12.5) },
    ],
  ]);
  expect(linesOf({ kind: 'ema', fast: 2, slow: 3, ...CROSSES })).toHaveLength(2);
  const [band] = linesOf({ kind: 'bollinger', length: 2, band: 'upper', ...CROSSES });
  expect(band?.[0]).toEqual({ at: 3 * HOUR - 1, price: expect.closeTo(12.5) });
  expect(linesOf({ kind: 'rsi', length: 14, level: 30, ...CROSSES })).toEqual([]);
  const [from, to] = [
    { time: HOUR, price: 1 },
    { time: 3 * HOUR, price: 3 },
  ];
  const trend = { kind: 'trendline', from, to, straightIn: 'price', direction: 'up' } as const;
  const [line] = linesOf({ ...trend, until: 3.5 * HOUR });
  expect([line?.[0], line?.at(-1)]).toEqual([
    { at: 2 * HOUR, price: expect.closeTo(2) },
    { at: 3.5 * HOUR, price: expect.closeTo(3.5) },
  ]);
  expect(linesOf({ ...trend, until: HOUR + 1 })).toEqual([]);
});

it('U-10 of bars of a minute one point an hour is drawn', () => {
  const history = { prices: [], bars: new Map([['1m', bars(240, MINUTE)] as const]) };
  const [line] = conditionLines({ kind: 'price-ema', length: 2, direction: 'up', interval: '1m' }, history, SPAN);
  expect(line?.map(({ at }) => at)).toEqual([3 * HOUR - 1, 4 * HOUR - 1]);
});
