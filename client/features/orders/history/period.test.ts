import { describe, expect, it } from 'vitest';
import { type Days, type Period, spanOf } from './period.ts';

const NOW = new Date(2026, 2, 1, 15, 30).getTime();
const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime();
const span = (period: Period, days: Partial<Days> = {}) => spanOf(period, { first: '', last: '', ...days }, NOW);

describe('a period', () => {
  it.each([
    ['all', {}],
    ['today', { from: local(2026, 3, 1) }],
    ['week', { from: local(2026, 2, 23) }],
    ['month', { from: local(2026, 1, 31) }],
    ['year', { from: local(2026, 1, 1) }],
    ['between', {}],
  ] as const)('%s begins at a local midnight', (period, expected) => {
    expect(span(period)).toEqual(expected);
  });

  it('includes both of its days in full, and either end may be open', () => {
    const [first, last] = ['2026-02-27', '2026-02-28'];
    expect(span('between', { first, last })).toEqual({ from: local(2026, 2, 27), before: local(2026, 3, 1) });
    expect(span('between', { first })).toEqual({ from: local(2026, 2, 27) });
    expect(span('between', { last })).toEqual({ before: local(2026, 3, 1) });
  });
});
