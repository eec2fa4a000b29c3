import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { dayIn, sumBy, sumParts } from './sum-parts.ts';

const part = (profit: string | null, key = 'a') => ({ profit: profit === null ? null : new Big(profit), key });

it('sums what is known, rounds down once, and counts what is not', () => {
  const { profit, ...counts } = sumParts([part('1.000000005'), part('2.000000005'), part(null), part('-5')]);
  expect(profit.toFixed()).toBe('-1.99999999');
  expect(counts).toEqual({ parts: 3, unknown: 1 });
  expect(sumParts([part('-0.000000001')]).profit.toFixed()).toBe('-0.00000001');
  expect(sumParts([]).profit.toFixed()).toBe('0');
});

it('keeps names apart and in order', () => {
  const sums = sumBy([part('1', 'b'), part('2', 'a'), part('3', 'b')], ({ key }) => key);
  expect(sums.map(([name, { profit }]) => [name, profit.toFixed()])).toEqual([
    ['b', '4'],
    ['a', '2'],
  ]);
});

it('a day begins at midnight of its time zone, also where the clocks change', () => {
  const berlin = dayIn('Europe/Berlin');
  expect(berlin(Date.UTC(2026, 10, 24, 22, 59, 59, 999))).toBe('2026-11-24');
  expect(berlin(Date.UTC(2026, 10, 24, 23))).toBe('2026-11-25');
  // Summer time ends on 25 October 2026: the day has 25 hours.
  expect(berlin(Date.UTC(2026, 9, 24, 22))).toBe('2026-10-25');
  expect(berlin(Date.UTC(2026, 9, 25, 22, 59))).toBe('2026-10-25');
  expect(berlin(Date.UTC(2026, 9, 25, 23))).toBe('2026-10-26');
  expect(dayIn('America/Los_Angeles')(Date.UTC(2026, 10, 25, 7, 59))).toBe('2026-11-24');
  expect(() => dayIn('Mars/Olympus')).toThrow(RangeError);
});
