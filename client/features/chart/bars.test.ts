import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { type Bar, INTERVAL_MS, rangeOf, withTrade } from './bars.ts';

const MINUTE = INTERVAL_MS['1m'];
const bar = (openTime: number, [open, high, low, close]: [number, number, number, number]): Bar => ({
  openTime,
  open: new Big(open),
  high: new Big(high),
  low: new Big(low),
  close: new Big(close),
  volume: new Big(7),
});
const trade = (price: number, time: number) => ({ price: new Big(price), time });
const shown = (of: Bar | null) =>
  of && [of.openTime, ...[of.open, of.high, of.low, of.close].map((price) => price.toFixed())];

describe('the last bar', () => {
  const last = bar(MINUTE, [5, 6, 4, 5]);

  it.each([
    ['in its range', trade(5.5, MINUTE + 1), [MINUTE, '5', '6', '4', '5.5']],
    ['above it', trade(7, 2 * MINUTE - 1), [MINUTE, '5', '7', '4', '7']],
    ['below it', trade(3, MINUTE), [MINUTE, '5', '6', '3', '3']],
    ['after it', trade(3, 2 * MINUTE), [2 * MINUTE, '3', '3', '3', '3']],
    ['long after it', trade(3, 5 * MINUTE + 7), [5 * MINUTE, '3', '3', '3', '3']],
    ['before it', trade(3, MINUTE - 1), null],
  ])('takes in a trade %s', (_, of, expected) => {
    expect(shown(withTrade(last, of, MINUTE))).toEqual(expected);
    expect(shown(last)).toEqual([MINUTE, '5', '6', '4', '5']);
  });

  it('keeps its volume, and a new bar has none yet', () => {
    expect(withTrade(last, trade(5.5, MINUTE + 1), MINUTE)?.volume?.toFixed()).toBe('7');
    expect(withTrade(last, trade(5.5, 2 * MINUTE), MINUTE)?.volume).toBeNull();
  });

  it('of a pair without candles starts with its first trade', () => {
    expect(shown(withTrade(null, trade(3, MINUTE + 5), MINUTE))).toEqual([MINUTE, '3', '3', '3', '3']);
  });
});

describe('the range', () => {
  it('covers all bars, and is unknown without bars', () => {
    expect(rangeOf([])).toBeNull();
    const range = rangeOf([bar(0, [5, 6, 4, 5]), bar(1, [5, 9, 5, 8]), bar(2, [8, 8, 2, 3])]);
    expect([range?.low.toFixed(), range?.high.toFixed()]).toEqual(['2', '9']);
  });
});
