import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { basketBars } from '../../../../tests/factories/past-baskets.ts';
import type { Bars } from '../bars.ts';
import { MinutePrices } from './minute-prices.ts';
import { onOneClock } from './one-clock.ts';

const COLUMNS = ['times', 'open', 'high', 'low', 'close', 'volume'] as const;

describe('B-2, X-5 what a look at a minute’s close sees', () => {
  const read = (bars: Bars, reading: 'drawn' | 'reversed', at = 0) => {
    const minutes = new MinutePrices(bars, reading);
    minutes.read(at);
    return { prices: [...minutes.price], guessed: [...minutes.guessed] };
  };

  it('of a bar of a minute its close; of a longer one its four prices, each for a third', () => {
    expect(read(basketBars(['10 14 8 12']), 'drawn')).toEqual({ prices: [12], guessed: [0] });
    const rising = basketBars(['10 14 8 12'], { minutes: 3 });
    expect(read(rising, 'drawn')).toEqual({ prices: [8, 14, 12], guessed: [1, 1, 0] });
    expect(read(rising, 'reversed').prices).toEqual([14, 8, 12]);
    expect(read(basketBars(['12 14 8 10'], { minutes: 3 }), 'drawn').prices).toEqual([14, 8, 10]);
    expect(read(basketBars(['10 14 8 12'], { minutes: 5 }), 'drawn').prices).toEqual([10, 8, 8, 14, 12]);
    expect(read(basketBars([10], { minutes: 3 }), 'drawn').guessed).toEqual([0, 0, 0]);
  });

  it('X-6 of shorter bars inside, and of trades, what they tell; where nothing trades, the price of before', () => {
    const [whole] = [basketBars(['10 14 8 12'], { minutes: 5 })];
    const shorter = basketBars(['10 10 8 9', '9 14 9 13', 13, 13, '13 13 12 12']);
    expect(read({ ...whole, inside: { bars: shorter, prints: null } }, 'drawn')).toEqual({
      prices: [9, 13, 13, 13, 12],
      guessed: [0, 0, 0, 0, 0],
    });
    const column = (values: number[]) => Float64Array.from(values);
    const prints = {
      times: column([0, 30_000, 60_000, 250_000, 299_999]),
      price: column([10, 8, 14, 13, 12]),
      volume: column([1, 1, 1, 1, 1]),
      missing: column([0, 0, 0, 0, 0]),
    };
    expect(read({ ...whole, inside: { bars: null, prints } }, 'drawn').prices).toEqual([8, 14, 14, 14, 12]);
  });

  it('X-2 only times that all pairs have: nothing is done where one has a hole', () => {
    const [one, other] = [basketBars([1, 2, 3, 4]), basketBars([5, 6, 7, 8, 9])];
    const holed = {
      ...one,
      ...Object.fromEntries(COLUMNS.map((name) => [name, one[name].filter((_, at) => at !== 1)])),
    };
    const [first, second] = onOneClock([holed, other]);
    expect([first?.times, second?.times].map((times) => Array.from(times ?? []))).toEqual([
      [0, 2 * MINUTE, 3 * MINUTE],
      [0, 2 * MINUTE, 3 * MINUTE],
    ]);
    expect([[...(first?.close ?? [])], [...(second?.close ?? [])]]).toEqual([
      [1, 3, 4],
      [5, 7, 8],
    ]);
    expect(onOneClock([one, one])).toEqual([one, one]);
  });
});
