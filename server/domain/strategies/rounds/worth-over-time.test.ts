import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { drawdownOf } from '#contracts/rules/drawdown.ts';
import { worthOverTime } from './worth-over-time.ts';

const big = (value: string) => new Big(value);
const given = { base: big('0'), counter: big('100') };
const began = { at: 10, price: big('0.5') };
const bought = { at: 20, price: big('0.5'), base: big('99.9'), counter: big('-50') };
const close = (at: number, price: string) => ({ at, close: big(price) });

const texts = (points: ReturnType<typeof worthOverTime>) =>
  points.map(({ at, value }) => `${at} ${value?.toFixed() ?? '-'}`);

it('C-23: the worth of a run at its own trades and at the ends of bars, in the order of time', () => {
  const sold = { at: 40, price: big('0.6'), base: big('-50'), counter: big('29.97') };
  const closes = [close(10, '0.9'), close(30, '0.4'), close(50, '0.7')];
  const points = worthOverTime({ given, began, moves: [bought, sold], closes, counterEarning: true });
  // A bar that ended as it began is of the time before.
  expect(texts(points)).toEqual(['10 100', '20 99.95', '30 89.96', '40 109.91', '50 114.9']);
  expect(drawdownOf(points).deepest?.percent?.toFixed(2)).toBe('10.04');
});

it('C-23: a run that earns the coin is worth base units', () => {
  const coins = { base: big('100'), counter: big('0') };
  const sold = { at: 20, price: big('0.5'), base: big('-50'), counter: big('25') };
  const points = worthOverTime({
    given: coins,
    began,
    moves: [sold],
    closes: [close(30, '0.25')],
    counterEarning: false,
  });
  expect(texts(points)).toEqual(['10 100', '20 100', '30 150']);
});
