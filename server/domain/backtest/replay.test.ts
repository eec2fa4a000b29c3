import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { big, rules } from '../../../tests/factories/worked-grids.ts';
import { pastBars, wandering } from '../../../tests/factories/past-bars.ts';
import { XRP } from '../../../tests/factories/matching-world.ts';
import { withoutBars } from '../../../tests/factories/signal-runs.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { planRun, type RunSettings } from '../strategies/rounds/plan-run.ts';
import type { StopConditions } from '../strategies/rounds/stop-conditions.ts';
import { barsOf } from './bars.ts';
import { bothReadings } from './both-readings.ts';
import { printsOf } from './prints.ts';
import { replayRun, type ReplaySettings } from './replay-run.ts';

const NO_STOP: StopConditions = { below: null, above: null, gain: null, loss: null, at: null };
const GRID: RunSettings = {
  type: 'grid',
  settings: { low: big('0.48'), high: big('0.56'), steps: 8, spacing: 'amount', size: 'amount', invest: big(400) },
};

const ENDINGS = { below: 'sell', above: 'keep', gain: 'sell', loss: 'sell', at: 'sell' } as const;

const settingsAt = (price: string, more: Partial<ReplaySettings> = {}, of: RunSettings = GRID): ReplaySettings => ({
  plan: planRun(of, big(price), rules),
  pair: { ...XRP, priceBand: null },
  rules,
  touchFill: 'none',
  slippage: big(0),
  spread: big(0),
  volumeShare: null,
  stop: NO_STOP,
  endings: ENDINGS,
  ...more,
});

const barsFrom = (...lines: string[]) => pastBars(lines);
const still = (price: string) => [price, price, price, price].join(' ');

describe('X-1 a replay of a grid', () => {
  it('grid-arithmetic: starts as the rules say, and books add up', () => {
    const { fills, owned, result, cycles } = replayRun(barsFrom(still('0.5230')), 'drawn', settingsAt('0.5230'));
    expect(fills.map(({ side, quantity, price }) => [side, quantity.toFixed(), price.toFixed()])).toEqual([
      ['BUY', '377.2', '0.523'],
    ]);
    expect(cycles).toEqual([]);
    expect(owned.base.toFixed()).toBe('376.8228');
    expect(result.total.toFixed()).toBe(result.cycles.plus(result.position).toFixed());
  });

  it('a level turns once the price went through it, and earns what its fills say', () => {
    const bars = barsFrom(still('0.5230'), '0.5230 0.5230 0.5099 0.5150', '0.5150 0.5201 0.5150 0.5180');
    const { fills, cycles } = replayRun(bars, 'drawn', settingsAt('0.5230'));
    const [, purchase, sale] = fills;
    expect([purchase?.side, purchase?.price.toFixed(), sale?.side, sale?.price.toFixed()]).toEqual([
      'BUY',
      '0.51',
      'SELL',
      '0.52',
    ]);
    expect(cycles.map(({ counter }) => counter.toFixed())).toEqual([
      Big(sale?.counter ?? 0)
        .plus(purchase?.counter ?? 0)
        .toFixed(),
    ]);
  });

  it('X-4 a limit that is only touched does not fill, unless it is asked for', () => {
    const bars = barsFrom(still('0.5230'), '0.5230 0.5230 0.5100 0.5150');
    expect(replayRun(bars, 'drawn', settingsAt('0.5230')).fills).toHaveLength(1);
    expect(replayRun(bars, 'drawn', settingsAt('0.5230', { touchFill: 'whole' })).fills).toHaveLength(2);
  });

  it('X-4 a market order is worse by the slippage', () => {
    const { fills } = replayRun(barsFrom(still('0.5230')), 'drawn', settingsAt('0.5230', { slippage: big('0.001') }));
    expect(fills[0]?.price.toFixed()).toBe('0.5236');
  });

  it('R-15 a stop below sells all at once, and nothing follows', () => {
    const stop = { ...NO_STOP, below: big('0.4700') };
    const bars = barsFrom(still('0.5230'), '0.5230 0.5230 0.4690 0.4700', '0.4700 0.5600 0.4700 0.5600');
    const { stopped, owned, fills } = replayRun(bars, 'drawn', settingsAt('0.5230', { stop }));
    expect(stopped?.reason).toBe('below');
    expect(Number(owned.base)).toBeLessThan(0.1);
    expect([fills.at(-1)?.side, fills.at(-1)?.price.toFixed()]).toEqual(['SELL', '0.469']);
    const kept = replayRun(bars, 'drawn', settingsAt('0.5230', { stop, endings: { ...ENDINGS, below: 'keep' } }));
    expect(Number(kept.owned.base)).toBeGreaterThan(700);
  });
});

describe('X-6 ambiguous bars', () => {
  it('are those with fills at the high and at the low; the worse reading is booked', () => {
    // Rises: low first buys at 0.51 and sells at 0.52; high first sells at 0.53 and buys.
    const bars = barsFrom(still('0.5230'), '0.5230 0.5310 0.5090 0.5240');
    const { booked, other, ambiguous, isTooCoarse } = bothReadings(bars, settingsAt('0.5230'));
    expect(ambiguous).toBe(1);
    expect(isTooCoarse).toBe(true);
    expect(booked.result.total.lte(other.result.total)).toBe(true);
  });

  it('a bar that reaches one side only is none', () => {
    const bars = barsFrom(still('0.5230'), '0.5230 0.5230 0.5190 0.5190', '0.5190 0.5195 0.5090 0.5095');
    expect(bothReadings(bars, settingsAt('0.5230')).ambiguous).toBe(0);
  });
});

const TYPES: RunSettings[] = [
  GRID,
  {
    type: 'inverse-grid',
    settings: { low: big('0.48'), high: big('0.56'), steps: 8, spacing: 'amount', coins: big(800) },
  },
  {
    type: 'steps',
    settings: { coins: big(300), steps: 3, up: big(2), back: big('1.5'), counterEarning: false, repeat: true },
  },
];

describe('X-3, X-8 a replay', () => {
  it.each(TYPES)('of a $type: the same inputs give the same; the first half decides as it did', (of) => {
    fc.assert(
      fc.property(wandering, fc.constantFrom('drawn' as const, 'reversed' as const), (lines, reading) => {
        const settings = settingsAt('0.5230', {}, of);
        const whole = replayRun(barsFrom(...lines), reading, settings);
        const half = replayRun(barsFrom(...lines.slice(0, Math.ceil(lines.length / 2))), reading, settings);
        const text = (fills: typeof whole.fills) => JSON.stringify(fills);
        expect(text(replayRun(barsFrom(...lines), reading, settings).fills)).toBe(text(whole.fills));
        expect(text(whole.fills.slice(0, half.fills.length))).toBe(text(half.fills));
        const given = settings.plan.given;
        const moved = whole.fills.reduce((sum, fill) => sum.plus(fill.counter), given.counter);
        expect(moved.toFixed()).toBe(whole.owned.counter.toFixed());
        expect(whole.owned.counter.gte(0) && whole.owned.base.gte(0)).toBe(true);
        expect(whole.result.total.toFixed()).toBe(whole.result.cycles.plus(whole.result.position).toFixed());
      }),
      { numRuns: runs(25) },
    );
  });
});

describe('X-1 what follows the price', () => {
  const RANGE: RunSettings = {
    type: 'range',
    settings: {
      order: 'buy-sell',
      counterEarning: true,
      buy: big('0.5'),
      sell: big('0.54'),
      invest: big(100),
      repeat: true,
    },
  };
  const borders = { low: big('0.49'), high: big('0.56'), wait: 2 * MINUTE };
  const range = (...lines: string[]) =>
    replayRun(
      barsFrom(still('0.5230'), ...lines),
      'drawn',
      settingsAt('0.5230', { follow: { by: 'borders', borders } }, RANGE),
    );

  it('T-9: orders come down after the wait outside the borders, at the moment that it is over, and trade nothing then', () => {
    const away = Array.from({ length: 4 }, () => still('0.5700'));
    // It falls through its purchase in the minute after the wait is over, and comes back before the wait inside is.
    expect(range(...away, '0.5700 0.5700 0.4950 0.5700').fills).toEqual([]);
    expect(range(...away.slice(3), '0.5700 0.5700 0.4950 0.5700').fills).toHaveLength(2);
    const { fills } = range(...away, still('0.5300'), still('0.5300'), still('0.5300'), '0.5300 0.5300 0.4950 0.5000');
    expect(fills.map(({ side, price }) => [side, price.toFixed()])).toEqual([['BUY', '0.5']]);
  });

  it('T-9: a moment on the other side begins the wait anew', () => {
    const outside = still('0.5700');
    const inside = '0.5700 0.5700 0.5500 0.5700';
    const through = '0.5700 0.5700 0.4950 0.5700';
    expect(range(outside, outside, outside, through).fills).toEqual([]);
    expect(range(outside, inside, outside, through).fills).toHaveLength(2);
  });

  it('X-2, T-9: a wait that is over in a hole is decided by the first price after it', () => {
    const away = Array.from({ length: 6 }, () => still('0.5700'));
    const bars = barsFrom(still('0.5230'), ...away, '0.5300 0.5300 0.4950 0.5000');
    const settings = settingsAt('0.5230', { follow: { by: 'borders', borders } }, RANGE);
    expect(replayRun(bars, 'drawn', settings).fills).toEqual([]);
    expect(replayRun(withoutBars(bars, 2, 7), 'drawn', settings).fills).toHaveLength(1);
  });

  const TREND: RunSettings = {
    type: 'trend-grid',
    settings: { low: big('0.5'), high: big('0.54'), steps: 4, spacing: 'amount', size: 'amount', invest: big('99.95') },
  };
  const trend = (lines: readonly string[], more: Partial<ReplaySettings> = {}, every = MINUTE / 6) => {
    const { unit } = planRun(TREND, big('0.5230'), rules);
    const of = { spacing: 'amount', size: 'amount', unit: unit ?? big(0), until: null, every } as const;
    const follow = { by: 'trend', trend: of, stopFollows: true } as const;
    return replayRun(barsFrom(still('0.5230'), ...lines), 'drawn', settingsAt('0.5230', { ...more, follow }, TREND));
  };
  const bought = ({ fills }: ReturnType<typeof trend>) =>
    fills.flatMap(({ side, price, quantity }) => (side === 'BUY' ? `${quantity.toFixed()} ${price.toFixed()}` : []));

  it('trend-shift-up: the lowest purchase comes down, and the same amount buys at the old top', () => {
    const up = ['0.5230 0.5410 0.5230 0.5410', still('0.5500'), '0.5500 0.5500 0.5399 0.5400'];
    const followed = trend(up);
    expect(bought(followed).slice(1)).toEqual(['46.3 0.54']);
    // Its lines are 0.51 to 0.55 by then: nothing of them lies below.
    expect([followed.outside, trend([...up, still('0.5050')]).outside]).toEqual([1, 2]);
    // A jump over several lines: one at a time, the next once its time has come, with no trade in between.
    const jump = ['0.5230 0.5410 0.5230 0.5410', still('0.5720'), still('0.5720'), '0.5720 0.5720 0.5480 0.5500'];
    expect(bought(trend(jump)).slice(1)).toEqual(['44.6 0.56', '45.4 0.55']);
    expect(bought(trend(jump, {}, 10 * MINUTE)).slice(1)).toEqual([]);
  });

  it('T-5: the lower stop moves along', () => {
    const stop = { ...NO_STOP, below: big('0.48') };
    const up = ['0.5230 0.5410 0.5230 0.5410', still('0.5500')];
    expect(trend([...up, '0.5500 0.5500 0.4895 0.5000'], { stop }).stopped?.reason).toBe('below');
    expect(trend([...up, '0.5500 0.5500 0.4905 0.5000'], { stop }).stopped).toBeNull();
  });

  it.each(['range', 'trend'] as const)(
    'X-3: a %s decides the same in the first half alone, and its books add up',
    (kind) => {
      fc.assert(
        fc.property(wandering, (lines) => {
          const run = (of: readonly string[]) => (kind === 'range' ? range(...of) : trend(of));
          const whole = run(lines);
          const half = run(lines.slice(0, Math.ceil(lines.length / 2)));
          expect(JSON.stringify(whole.fills.slice(0, half.fills.length))).toBe(JSON.stringify(half.fills));
          const given = planRun(kind === 'range' ? RANGE : TREND, big('0.5230'), rules).given;
          expect(whole.fills.reduce((sum, fill) => sum.plus(fill.counter), given.counter).toFixed()).toBe(
            whole.owned.counter.toFixed(),
          );
          expect(whole.owned.counter.gte(0) && whole.owned.base.gte(0)).toBe(true);
          expect(whole.result.total.toFixed()).toBe(whole.result.cycles.plus(whole.result.position).toFixed());
        }),
        { numRuns: runs(25) },
      );
    },
  );
});

describe('X-6 what lies inside a bar', () => {
  // Through the line above and the one below, which of them first is not told.
  const coarse = barsFrom(still('0.5230'), '0.5230 0.5350 0.5050 0.5230');
  const inside = (prices: readonly number[]) => {
    const prints = printsOf(prices.map((price, at) => ({ time: MINUTE + at, price, volume: 1e5, missing: false })));
    return { ...coarse, inside: { prints, bars: null } };
  };

  it('X-6: trades tell the order, and both readings are the same', () => {
    expect(bothReadings(coarse, settingsAt('0.5230')).ambiguous).toBe(1);
    const told = bothReadings(inside([0.523, 0.505, 0.535, 0.505, 0.535, 0.523]), settingsAt('0.5230'));
    expect(told.ambiguous).toBe(0);
    expect(told.booked.result.total.toFixed()).toBe(told.other.result.total.toFixed());
    const twice = told.booked.fills.length;
    const once = bothReadings(inside([0.523, 0.505, 0.535, 0.523]), settingsAt('0.5230')).booked.fills.length;
    expect(twice).toBeGreaterThan(once);
  });

  it('X-6: trades that are not all of the bar are not used', () => {
    const told = bothReadings(inside([0.523, 0.505, 0.534, 0.523]), settingsAt('0.5230'));
    expect(told.ambiguous).toBe(1);
  });

  it('X-6: shorter bars leave open what they leave open, and no more', () => {
    const third = MINUTE / 3;
    const ending = barsFrom(still('0.5230'), '0.5230 0.5350 0.5050 0.5200');
    const shorter = (...lines: string[]) => {
      const bars = lines.map((line, at) => {
        const [open = 0, high = 0, low = 0, close = 0] = line.split(' ').map(Number);
        return { time: MINUTE + at * third, open, high, low, close, volume: 1e5 };
      });
      return { ...ending, inside: { prints: null, bars: barsOf(third, bars) } };
    };
    const told = shorter('0.5230 0.5350 0.5230 0.5300', '0.5300 0.5300 0.5150 0.5150', '0.5150 0.5200 0.5050 0.5200');
    const { ambiguous, booked, other } = bothReadings(told, settingsAt('0.5230'));
    expect(booked.result.total.toFixed()).toBe(other.result.total.toFixed());
    expect(ambiguous).toBe(0);
    const open = shorter('0.5230 0.5350 0.5050 0.5200', '0.5200 0.5200 0.5200 0.5200', '0.5200 0.5200 0.5200 0.5200');
    expect(bothReadings(open, settingsAt('0.5230')).ambiguous).toBe(1);
  });
});
