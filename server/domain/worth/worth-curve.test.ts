import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { worthCurve } from './worth-curve.ts';

const HOUR = 3600;
const snapshot = (hour: number, usdt: string | null, late = 0) => ({
  bucket: hour * HOUR,
  at: hour * HOUR + late,
  usdt: usdt === null ? null : new Big(usdt),
});
const curve = (...snapshots: ReturnType<typeof snapshot>[]) =>
  worthCurve(snapshots, HOUR).map(({ at, usdt }) => [at, usdt?.toFixed() ?? null]);

it('adds the keys of an hour up, oldest first, at the time of the last one', () => {
  expect(curve(snapshot(2, '5'), snapshot(1, '100', 7), snapshot(1, '20.5', 3))).toEqual([
    [HOUR + 7, '120.5'],
    [2 * HOUR, '5'],
  ]);
});

it('is a gap where one key is not known, whichever it is, and never zero', () => {
  expect(curve(snapshot(1, null), snapshot(1, '20'))).toEqual([[HOUR, null]]);
  expect(curve(snapshot(1, '20'), snapshot(1, null), snapshot(1, '3'))).toEqual([[HOUR, null]]);
  expect(curve(snapshot(1, '0'), snapshot(1, '0'))).toEqual([[HOUR, '0']]);
});

it('has one gap where hours are missing, and none between hours that follow each other', () => {
  expect(curve(snapshot(1, '1'), snapshot(2, '2'), snapshot(5, '5'))).toEqual([
    [HOUR, '1'],
    [2 * HOUR, '2'],
    [3 * HOUR, null],
    [5 * HOUR, '5'],
  ]);
  expect(curve()).toEqual([]);
});
