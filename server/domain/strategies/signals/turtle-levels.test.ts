import { describe, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { CLOSES } from '../../../../tests/factories/worked-bars.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import type { FlowSignal } from './decide-bars.ts';
import { isFilterOn, type RangeBar, turtleLevels } from './turtle-levels.ts';

const BARS: RangeBar[] = CLOSES.map((close, at) => ({
  at: (at + 1) * HOUR,
  close: big(close),
  high: big(close).plus('0.0012'),
  low: big(close).minus('0.0011'),
  volume: 0,
  takerBought: 0,
}));
const signal = (at: number, isMissed = false): FlowSignal => ({ at, price: big(1), flow: 0.4, isMissed });
const levels = (signals: FlowSignal[] = [], before: number | null = null, bars = BARS) =>
  turtleLevels({ bars, signals }, { signalAt: before }, rules);

describe('PB-9, PB-10 what bars say of a breakout', () => {
  it('worked example turtle: trigger, N and the lowest low of ten bars', () => {
    const { breakout, exit } = levels();
    expect([breakout?.trigger, breakout?.range, exit].map((each) => each?.toFixed())).toEqual([
      '0.5264',
      '0.0028365003',
      '0.5083',
    ]);
  });

  it('PB-10: there is none before N is known, which takes 21 whole bars', () => {
    expect(levels([], null, BARS.slice(0, 20)).breakout).toBeNull();
    expect(levels([], null, BARS.slice(0, 21)).breakout).not.toBeNull();
  });

  it('N is the same, however many bars were read', () => {
    const many = Array.from({ length: 5 }, () => BARS).flat();
    const range = (bars: RangeBar[]) => levels([], null, bars).breakout?.range.toFixed();
    expect(range(many)).toBe(range(many.slice(-100)));
    expect(range(many)).not.toBe(range(many.slice(-99)));
  });

  it('PB-2: the newest signal that is not late counts, else the one before', () => {
    expect(levels([signal(5), signal(7)], 3).signalAt).toBe(7);
    expect(levels([signal(5), signal(7, true)], 3).signalAt).toBe(5);
    expect([levels([signal(7, true)], 3).signalAt, levels([], null).signalAt]).toEqual([3, null]);
  });

  it('the filter is on while the signal is one of the last bars', () => {
    const on = (bars: number) => isFilterOn({ signalAt: HOUR }, HOUR + bars * HOUR, { look: 12, length: HOUR });
    expect([on(0), on(11), on(12)]).toEqual([true, true, false]);
    expect(isFilterOn({ signalAt: null }, HOUR, { look: 12, length: HOUR })).toBe(false);
  });
});
