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

it('K-10: each trade is looked at only while an alert follows an open bar', () => {
  const table = new AlertTable();
  const bars = new PairBars(table);
  const slot = table.add({ num: 1, level: 50, type: 'PRICE_REACHES', informing: 'ALWAYS', seq: 1 });
  bars.open('5m');
  expect(bars.watchesTrades).toBe(false);
  bars.addOpen(slot, { kind: 'rsi', length: 2, level: 50, direction: 'either', interval: '1m' }, null);
  bars.takeOpen(BEGIN, 100);
  expect(bars.watchesTrades).toBe(true);
  expect(bars.find('1m')?.remove(slot)).toBe(true);
  bars.takeOpen(BEGIN + 1, 100);
  expect(bars.watchesTrades).toBe(false);
});
