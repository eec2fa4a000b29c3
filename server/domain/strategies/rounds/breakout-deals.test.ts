import { describe, expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { big, rules } from '../../../../tests/factories/worked-grids.ts';
import type { RangeBar } from '../signals/turtle-levels.ts';
import { breakoutSettings, breakoutTerms, levelsOfBars } from './breakout-deals.ts';

const settings = (reinvest: boolean) =>
  breakoutSettings({
    interval: '1h',
    factor: big(2),
    mean: 20,
    look: 12,
    bars: 1,
    flow: big('0.15'),
    sellersClose: true,
    risk: big(1),
    units: 4,
    reinvest,
    coolDown: 0,
    dealsADay: 10,
    dailyLoss: big(50),
  });

const barsOf = (count: number): RangeBar[] =>
  Array.from({ length: count }, (_, at) => ({
    at: (at + 1) * HOUR,
    high: big('0.53'),
    low: big('0.52'),
    close: big('0.525'),
    volume: 1000,
    takerBought: 500,
  }));

describe('PB-9 what a bot with turtle goes by', () => {
  it('PB-10: fewer whole bars than its signals look back say nothing of a breakout; the last signal is kept', () => {
    const { bars } = settings(true);
    const levels = (count: number) =>
      levelsOfBars(
        { bars: barsOf(count), signals: [], until: count * HOUR },
        { signalAt: HOUR, breakout: null, exit: null },
        { bars, tick: rules.tick },
      );
    expect(levels(31)).toEqual({ signalAt: HOUR, breakout: null, exit: null });
    const { signalAt, breakout, exit } = levels(32);
    expect([signalAt, breakout?.trigger.toFixed(), exit?.toFixed()]).toEqual([HOUR, '0.5301', '0.52']);
  });

  it('PB-4: units are counted from what is left after losses, and from profits only where it may', () => {
    const counted = (owned: number, reinvest: boolean) =>
      breakoutTerms(settings(reinvest), null, { owned: big(owned), given: big(100) }).settings.given.toNumber();
    expect([counted(80, true), counted(80, false), counted(120, true), counted(120, false)]).toEqual([
      80, 80, 120, 100,
    ]);
  });
});
