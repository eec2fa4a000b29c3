import { expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { PairBars } from './pair-bars.ts';

const BEGIN = 1_800_000_000_000;

it('K-10: the next trade is for a length that was just opened, again too; then the first bar that ends', () => {
  const bars = new PairBars(new AlertTable());
  expect(bars.end).toBe(Infinity);
  bars.open('5m');
  bars.open('1m');
  expect(bars.end).toBe(-Infinity);
  bars.take(BEGIN, 100, null);
  expect(bars.end).toBe(BEGIN + MINUTE);
  bars.open('5m');
  expect(bars.end).toBe(-Infinity);
  bars.take(BEGIN + 1, 100, 100);
  expect(bars.end).toBe(BEGIN + MINUTE);
  bars.take(BEGIN + MINUTE, 100, 100);
  expect(bars.end).toBe(BEGIN + 2 * MINUTE);
});
