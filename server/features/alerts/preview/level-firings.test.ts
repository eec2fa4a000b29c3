import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { BarCandle } from '../../../runtime/price-triggers/prices.ts';
import { stepsOf } from './kept-prices.ts';
import { levelFirings, nearLevel } from './level-firings.ts';

/** A candle from 'open low high close', so many lengths after the beginning. */
function candleOf(row: string, at: number, length: number): BarCandle {
  const [open, low, high, close] = row.split(' ').map((price) => new Big(price));
  if (!open || !low || !high || !close) throw new Error(row);
  const volume = new Big(1);
  return { openTime: at * length, closeTime: (at + 1) * length - 1, open, low, high, close, volume };
}
const minutes = (...rows: readonly string[]) => rows.map((row, at) => candleOf(row, at, MINUTE));
const hours = (...rows: readonly string[]) => rows.map((row, at) => candleOf(row, at, HOUR));
const LEVEL = { price: new Big('0.53'), tick: new Big('0.0001') };

it('U-10 a price level fires in the minute whose range reaches it, and again once the price had left it', () => {
  const candles = minutes(
    '0.52 0.51 0.525 0.522',
    '0.522 0.522 0.531 0.5305',
    '0.5305 0.529 0.5305 0.5295',
    '0.5295 0.52 0.5295 0.521',
    '0.521 0.521 0.53 0.53',
  );
  const firedAt = (type: 'PRICE_RISES_ABOVE' | 'PRICE_DROPS_BELOW' | 'PRICE_REACHES') =>
    levelFirings({ ...LEVEL, type }, stepsOf(candles)).map(({ at, price }) => [at / MINUTE, price.toFixed()]);
  expect(firedAt('PRICE_RISES_ABOVE')).toEqual([
    [1, '0.53'],
    [4, '0.53'],
  ]);
  expect(firedAt('PRICE_DROPS_BELOW')).toEqual([[2, '0.53']]);
});

it('U-10 a price that stands beyond the level at first fires nothing before it has come back', () => {
  const candles = minutes('0.54 0.535 0.55 0.54', '0.54 0.54 0.56 0.55');
  expect(levelFirings({ ...LEVEL, type: 'PRICE_RISES_ABOVE' }, stepsOf(candles))).toEqual([]);
});

it('U-10 minutes are read only from the hour before the first that comes to the level to the end of the last', () => {
  const [far, reaches] = ['0.50 0.49 0.51 0.50', '0.50 0.50 0.54 0.50'];
  expect(nearLevel(LEVEL.price, hours(far, far, reaches, far, reaches, far))).toEqual({ from: HOUR, to: 5 * HOUR });
  expect(nearLevel(LEVEL.price, hours(reaches, far))).toEqual({ from: 0, to: HOUR });
  expect(nearLevel(LEVEL.price, hours(far, far))).toBeNull();
  // The price leaps over it between two hours.
  expect(nearLevel(LEVEL.price, hours(far, '0.54 0.54 0.55 0.55'))).toEqual({ from: 0, to: 2 * HOUR });
});
