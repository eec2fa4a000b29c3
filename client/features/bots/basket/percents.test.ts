import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LEAST_PERCENT, MOST_ASSETS, without, withOneMore, withPercent } from './percents.ts';

const isWhole = (percents: readonly number[]) => {
  expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
  expect(percents.every((percent) => Number.isInteger(percent) && percent >= LEAST_PERCENT)).toBe(true);
};

it('B-1 the others share what one of them leaves, in their proportions', () => {
  expect(withPercent([50, 30, 20], 0, 60)).toEqual([60, 24, 16]);
  expect(withPercent([50, 50], 1, 100)).toEqual([2, 98]);
  expect(withPercent([96, 2, 2], 1, 50)).toEqual([48, 50, 2]);
  expect(withOneMore([50, 50])).toEqual([34, 33, 33]);
  expect(without([34, 33, 33], 0)).toEqual([50, 50]);
});

it('B-1 whatever is changed, the parts are whole, none is too small, and they add up to 100', () => {
  const change = fc.record({
    kind: fc.constantFrom('set', 'add', 'remove'),
    at: fc.nat(9),
    to: fc.integer({ min: -50, max: 150 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let percents = [50, 50];
      for (const { kind, at, to } of changes) {
        const place = at % percents.length;
        if (kind === 'add' && percents.length < MOST_ASSETS) percents = withOneMore(percents);
        else if (kind === 'remove' && percents.length > 2) percents = without(percents, place);
        else percents = withPercent(percents, place, to);
        isWhole(percents);
      }
    }),
  );
});
