import { describe, expect, it } from 'vitest';
import { combinationsOf, valuesOf } from '#contracts/rules/search-settings.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { barsOf } from './bars.ts';
import { byHeldBack, heldFrom, holdBack } from './held-back.ts';

const minutes = (times: readonly number[]) =>
  barsOf(
    MINUTE,
    times.map((at) => ({ time: at * MINUTE, open: at + 1, high: at + 1, low: at + 1, close: at + 1, volume: 1 })),
  );
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('X-10 what is held back', () => {
  it('X-10: the last 30% of the time, whole bars, none of which the first part has', () => {
    const { first, held } = holdBack(minutes(upTo(100)));
    expect([first.times.length, held.times.length]).toEqual([70, 30]);
    expect([first.close.at(-1), held.open[0]]).toEqual([70, 71]);
  });

  it('X-10: of the time, not of the bars: holes count', () => {
    // 20 bars, a hole of 60 minutes, 20 bars: the last 30 of 100 minutes begin in the hole.
    const bars = minutes([...upTo(20), ...upTo(20).map((at) => at + 80)]);
    expect(bars.times[heldFrom(bars)]).toBe(80 * MINUTE);
  });

  it('X-10: both parts can be run, however short the time is', () => {
    expect([heldFrom(minutes(upTo(4))), heldFrom(minutes(upTo(5)))]).toEqual([2, 3]);
  });

  it('X-10: is what the list is sorted by; settings that could not start there are the last', () => {
    const tried = (first: number | null, held: number | null) => ({
      first: first === null ? null : { return: first },
      held: held === null ? null : { return: held },
    });
    const all = [tried(0.9, -0.2), tried(0.1, 0.3), tried(0.5, null), tried(0.2, 0.3), tried(null, null)];
    expect(all.toSorted(byHeldBack)).toEqual([all[3], all[1], all[0], all[2], all[4]]);
  });
});

describe('X-10 what is tried', () => {
  it('X-10: equally spaced values with both ends, each once', () => {
    expect(valuesOf({ field: 'low', from: 0.4, to: 0.5, values: 3 })).toEqual([0.4, 0.45, 0.5]);
    expect(valuesOf({ field: 'low', from: 0.4, to: 0.5, values: 1 })).toEqual([0.4]);
    expect(valuesOf({ field: 'steps', from: 4, to: 6, values: 5 })).toEqual([4, 5, 6]);
  });

  it('X-10: every combination', () => {
    const low = { field: 'low', from: 1, to: 2, values: 2 } as const;
    const steps = { field: 'steps', from: 4, to: 8, values: 3 } as const;
    expect(combinationsOf([low, steps])).toHaveLength(6);
    expect(combinationsOf([low, steps])[3]).toEqual({ low: 2, steps: 4 });
    expect(combinationsOf([])).toEqual([{}]);
  });
});
