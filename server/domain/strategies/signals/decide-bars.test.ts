import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from '../../../../tests/factories/worked-bars.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import { decideBars, type SignalBar, wholeBars } from './decide-bars.ts';
import type { FlowSettings } from './smart-money.ts';

const LENGTH = 5 * MINUTE;
const FLOW: FlowSettings = { factor: 2, mean: 20, look: 12, bars: 1, least: 0.15 };
/** The bar number 38 stands out; it ends at 39 lengths. */
const BARS: SignalBar[] = CLOSES.map((close, at) => ({
  at: (at + 1) * LENGTH,
  close: big(close),
  volume: VOLUMES[at] ?? 0,
  takerBought: TAKER_BOUGHT[at] ?? 0,
}));
const SIGNAL = 39 * LENGTH;
const decide = (since: number, now: number, bars = BARS) =>
  decideBars(FLOW, { bars, since, now, interval: LENGTH, tick: rules.tick });

describe('PB-2, PB-8, PB-10 what bars that have ended mean', () => {
  it('a bar that stands out is a signal once it has ended, and is decided on once', () => {
    expect(decide(SIGNAL - LENGTH, SIGNAL - 1)).toBeNull();
    const decision = decide(SIGNAL - LENGTH, SIGNAL);
    expect(decision?.decided).toEqual({ until: SIGNAL, missing: 0, standOut: 1, flow: expect.closeTo(0.4, 10) });
    expect(decision?.signals).toMatchObject([{ at: SIGNAL, isMissed: false }]);
    expect(decision?.signals[0]?.price.toFixed()).toBe('0.5251');
    expect(decide(SIGNAL, SIGNAL)).toBeNull();
  });

  it('PB-2: one that is known later than a bar after it is missed', () => {
    expect(decide(SIGNAL - LENGTH, SIGNAL + LENGTH)?.signals).toMatchObject([{ isMissed: false }]);
    expect(decide(SIGNAL - LENGTH, SIGNAL + LENGTH + 1)?.signals).toMatchObject([{ at: SIGNAL, isMissed: true }]);
    // After a gap each bar is decided on by what was known at its end.
    expect(decide(0, 40 * LENGTH)?.signals.map(({ at }) => at)).toEqual([SIGNAL]);
  });

  it('PB-8: sellers prevail by the last bar alone, and only while that is fresh', () => {
    const sold = BARS.map((bar) => ({ ...bar, takerBought: bar.volume - bar.takerBought }));
    expect(decide(SIGNAL - LENGTH, SIGNAL, sold)?.sells).toBe(true);
    expect(decide(SIGNAL - LENGTH, SIGNAL)?.sells).toBe(false);
    expect(decide(SIGNAL - LENGTH, SIGNAL + LENGTH - 1, sold.slice(0, 39))?.sells).toBe(true);
    expect(decide(SIGNAL - LENGTH, SIGNAL + LENGTH + 1, sold.slice(0, 39))?.sells).toBe(false);
  });

  it('PB-10: counts the whole bars since a gap, and says how many are missing', () => {
    const gap = BARS.filter(({ at }) => at !== 10 * LENGTH);
    expect(wholeBars(gap, LENGTH)).toHaveLength(30);
    expect(wholeBars(BARS, LENGTH)).toHaveLength(40);
    const decision = decide(SIGNAL - LENGTH, SIGNAL, gap);
    expect(decision).toMatchObject({ decided: { missing: 3, standOut: 0, flow: null }, signals: [], sells: false });
    expect(
      decide(
        SIGNAL - LENGTH,
        SIGNAL,
        BARS.filter(({ at }) => at > 7 * LENGTH),
      )?.decided.missing,
    ).toBe(0);
    expect(
      decide(
        SIGNAL - LENGTH,
        SIGNAL,
        BARS.filter(({ at }) => at > 8 * LENGTH),
      )?.decided.missing,
    ).toBe(1);
  });
});
