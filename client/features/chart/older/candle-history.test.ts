import { describe, expect, it } from 'vitest';
import type { Bar } from '../bars.ts';
import { barsSince, type CandleHistory, continues, withNewest, withOlder } from './candle-history.ts';

const bars = (...times: number[]) => times.map((openTime) => ({ openTime }) as Bar);
const past = (whole: boolean, ...times: number[]): CandleHistory => ({ bars: bars(...times), whole });
const times = ({ bars: shown, whole }: CandleHistory) => [shown.map(({ openTime }) => openTime), whole];

describe('the newest bars', () => {
  it('replace an empty history', () => {
    expect(times(withNewest(undefined, bars(3, 4)))).toEqual([[3, 4], false]);
    expect(times(withNewest(undefined, []))).toEqual([[], true]);
  });

  it('continue older bars that overlap with them', () => {
    expect(times(withNewest(past(true, 1, 2, 3, 4), bars(3, 4, 5)))).toEqual([[1, 2, 3, 4, 5], true]);
  });

  it('replace older bars after a gap', () => {
    expect(times(withNewest(past(true, 1, 2), bars(4, 5)))).toEqual([[4, 5], false]);
  });
});

describe('older bars', () => {
  const since = { openTime: 3 } as Bar;

  it('are put before the known ones', () => {
    expect(times(withOlder(past(false, 3, 4), bars(1, 2, 3), since))).toEqual([[1, 2, 3, 4], false]);
  });

  it('that are missing mark the beginning', () => {
    expect(times(withOlder(past(false, 3, 4), [], since))).toEqual([[3, 4], true]);
  });

  it('are ignored if the history changed meanwhile', () => {
    expect(times(withOlder(past(false, 7, 8), bars(1, 2), since))).toEqual([[7, 8], false]);
  });
});

describe('a further reading', () => {
  const known = past(false, 100, 160);

  it.each([
    [160, 2],
    [219, 2],
    [280, 3],
    [339, 3],
    [340, 4],
    [0, 2],
  ])('at %i begins with the bar that was forming', (now, expected) => {
    expect(barsSince(known, now, 60)).toBe(expected);
  });

  it('reads everything the first time', () => {
    expect(barsSince(undefined, 500, 60)).toBe(Infinity);
    expect(continues(undefined, bars(1))).toBe(true);
  });

  it('must overlap with what is known', () => {
    expect(continues(known, bars(160, 220))).toBe(true);
    expect(continues(known, bars(161))).toBe(false);
    expect(continues(known, [])).toBe(false);
  });
});
