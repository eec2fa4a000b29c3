import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { drawdownOf } from './drawdown.ts';

const curve = (...values: (number | null)[]) =>
  values.map((value, at) => ({ at, value: value === null ? null : new Big(value) }));
const deepest = (...values: (number | null)[]) => {
  const found = drawdownOf(curve(...values)).deepest;
  return found && [found.amount.toFixed(), found.percent?.toFixed() ?? null, found.peakAt, found.lowAt];
};

describe('drawdown', () => {
  it('is the deepest fall from a peak, of the peak before it', () => {
    expect(deepest(100, 120, 90, 130, 110)).toEqual(['30', '25', 1, 2]);
    expect(deepest(100, 90, 200, 150, 149)).toEqual(['51', '25.5', 2, 4]);
  });

  it('of two equal falls is the first, and of two equal peaks too', () => {
    expect(deepest(100, 90, 100, 90)).toEqual(['10', '10', 0, 1]);
    expect(deepest(100, 100, 90)).toEqual(['10', '10', 0, 2]);
  });

  it('is none while nothing falls', () => {
    expect(deepest()).toBeNull();
    expect(deepest(100)).toBeNull();
    expect(deepest(100, 100, 101)).toBeNull();
    expect(deepest(null, 5)).toBeNull();
  });

  it('has no percentage of a peak that is not above zero', () => {
    expect(deepest(0, -5)).toEqual(['5', null, 0, 1]);
    expect(deepest(-1, -5)).toEqual(['4', null, 0, 1]);
    expect(deepest(10, -5)).toEqual(['15', '150', 0, 1]);
  });

  it('leaves a gap a gap: nothing falls to what is not known', () => {
    const { points, deepest: found } = drawdownOf(curve(null, 100, null, 80));
    expect(points.map(({ peak }) => peak?.toFixed() ?? null)).toEqual([null, '100', '100', '100']);
    expect(points.map(({ value }) => value?.toFixed() ?? null)).toEqual([null, '100', null, '80']);
    expect(found?.amount.toFixed()).toBe('20');
  });
});
