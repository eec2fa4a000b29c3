import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { XRP } from '../../../tests/factories/matching-world.ts';
import { big, rules } from '../../../tests/factories/worked-grids.ts';
import { planRun, type RunSettings } from '../strategies/rounds/plan-run.ts';
import { type Bars, barsOf } from './bars.ts';
import { bothReadings } from './both-readings.ts';
import { decidesAlike } from './half-run.ts';
import { reportOf } from './report.ts';
import { type Replay, replayRun, type ReplaySettings } from './replay-run.ts';

const GRID: RunSettings = {
  type: 'grid',
  settings: { low: big('0.48'), high: big('0.56'), steps: 8, spacing: 'amount', size: 'amount', invest: big(400) },
};

const settings = (more: Partial<ReplaySettings> = {}): ReplaySettings => ({
  plan: planRun(GRID, big('0.5230'), rules),
  pair: { ...XRP, priceBand: null },
  rules,
  touchFill: 'none',
  slippage: big(0),
  spread: big(0),
  volumeShare: null,
  stop: { below: null, above: null, gain: null, loss: null, at: null },
  endings: { below: 'sell', above: 'keep', gain: 'sell', loss: 'sell', at: 'sell' },
  ...more,
});

/** Minutes, each from the price before to the next one. */
function minutes(prices: readonly number[], volume = 1e6): Bars {
  return barsOf(
    MINUTE,
    prices.slice(1).map((close, at) => {
      const open = prices[at] ?? close;
      return { time: at * MINUTE, open, high: Math.max(open, close), low: Math.min(open, close), close, volume };
    }),
  );
}

/** Up and down through several lines, over and over. */
const WAVES = Array.from({ length: 400 }, (_, at) => Number((0.523 + 0.025 * Math.sin(at / 4)).toFixed(4)));

/** A run that reads one bar further: each bar shows the extremes of the one after it too. */
function peeking(bars: Bars): Replay {
  const high = bars.high.map((price, at) => Math.max(price, bars.high[at + 1] ?? price));
  const low = bars.low.map((price, at) => Math.min(price, bars.low[at + 1] ?? price));
  return replayRun({ ...bars, high, low }, 'drawn', settings());
}

describe('X-3 the half-run check', () => {
  const bars = minutes(WAVES);
  const honest = (of: Bars) => replayRun(of, 'drawn', settings());

  it('X-3: a run that sees no bar before its time decides the same in the first half alone', () => {
    expect(honest(bars).fills.length).toBeGreaterThan(50);
    expect(decidesAlike(bars, honest(bars), honest)).toBe(true);
  });

  it('X-3: no more than the first half is run', () => {
    let most = 0;
    decidesAlike(bars, honest(bars), (half) => {
      most = half.times.length;
      return honest(half);
    });
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(200);
  });

  it('X-3: reading one bar further is caught', () => {
    expect(decidesAlike(bars, peeking(bars), peeking)).toBe(false);
  });

  it('X-3: so is a stop that knows the end', () => {
    const knowing = (of: Bars) =>
      replayRun(of, 'drawn', settings({ stop: { ...settings().stop, at: (of.times.at(-1) ?? 0) / 4 } }));
    expect(decidesAlike(bars, knowing(bars), knowing)).toBe(false);
  });
});

describe('X-4 how orders are taken to fill', () => {
  it('X-4: at most a tenth of a bar’s volume goes to one order; the rest waits for the next bar', () => {
    const prices = [0.523, 0.509, 0.509, 0.509, 0.509];
    const of = settings({ volumeShare: big('0.1') });
    const { fills } = replayRun(minutes(prices, 500), 'drawn', of);
    const bought = fills.filter(({ level, side }) => level > 0 && side === 'BUY');
    expect(bought.map(({ quantity, time }) => [Math.floor(time / MINUTE), quantity.toFixed()])).toEqual([
      [0, '50'],
      [1, '48.9'],
    ]);
    expect(replayRun(minutes(prices, 500), 'drawn', settings()).fills.at(1)?.quantity.toFixed()).toBe('98.9');
  });

  it('X-4: filling on touch can turn a loss into a gain, which is why it is not the usual', () => {
    // The market turns exactly on two lines, twenty times, and then falls below all of them.
    const touching = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 0.52 : 0.51));
    const bars = minutes([0.523, ...touching, 0.515, 0.51]);
    const total = (touchFill: 'whole' | 'none') =>
      Number(replayRun(bars, 'drawn', settings({ touchFill })).result.total);
    expect(total('none')).toBeLessThan(0);
    expect(total('whole')).toBeGreaterThan(0);
  });

  it('X-4: half of the spread is paid by what goes to the market', () => {
    const { fills } = replayRun(minutes([0.523, 0.523]), 'drawn', settings({ spread: big('0.0004') }));
    expect(fills[0]?.price.toFixed()).toBe('0.5232');
  });
});

describe('R-15 gain and loss', () => {
  it('R-15, X-1: are judged at each price where they may be reached, and nowhere else', () => {
    const stop = { ...settings().stop, loss: big('0.02') };
    const { stopped, result } = replayRun(minutes(WAVES.map((price) => price - 0.02)), 'drawn', settings({ stop }));
    expect(stopped?.reason).toBe('loss');
    expect(Number(result.total)).toBeLessThan(-7);
    expect(Number(result.total)).toBeGreaterThan(-12);
    const gain = { ...settings().stop, gain: big('0.05') };
    const won = replayRun(minutes(WAVES), 'drawn', settings({ stop: gain }));
    expect(won.stopped?.reason).toBe('gain');
    expect(Number(won.result.total)).toBeGreaterThan(19);
    // At none of the closes before was there as much to gain.
    const given = Number(settings().plan.given.counter);
    const before = [...won.curve].slice(0, Math.floor((won.stopped?.time ?? 0) / MINUTE));
    expect(before.length).toBeGreaterThan(50);
    expect(Math.max(...before)).toBeLessThan(given * 1.05);
    // Long after its first rounds it still knows what it owns, and sells all of it.
    expect(Number(won.owned.base)).toBeLessThan(0.1);
  });
});

describe('X-8, X-9 the report', () => {
  const bars = minutes(WAVES);
  const of = settings();
  const both = bothReadings(bars, of);
  const report = reportOf(bars, both, { of, checked: true });

  it('X-8: has every deal and every ambiguous bar on its curve, and the result at its end', () => {
    const sum = (name: 'buys' | 'sells' | 'ambiguous') => report.points.reduce((all, point) => all + point[name], 0);
    expect(sum('buys') + sum('sells')).toBe(report.booked.deals);
    expect(sum('ambiguous')).toBe(report.ambiguous);
    const last = report.points.at(-1);
    expect((last?.value ?? 0) - Number(report.given.counter)).toBeCloseTo(Number(report.booked.total), 9);
    expect((last?.holding ?? 0) - Number(report.given.counter)).toBeCloseTo(Number(report.holding), 9);
    expect(report.months.reduce((all, { total }) => all + total, 0)).toBeCloseTo(Number(report.booked.total), 9);
    expect(Math.max(...report.points.map(({ drawdown }) => drawdown))).toBeCloseTo(report.figures.worstDrawdown, 12);
  });

  it('X-9: figures are those of the closes; under thirty days there is no ratio', () => {
    const { figures, booked, fees } = report;
    expect(figures.return).toBeCloseTo(Number(booked.total) / Number(report.given.counter), 12);
    expect([figures.sharpe, figures.sortino]).toEqual([null, null]);
    expect(figures.exposure).toBe(1);
    expect(figures.outsideLines).toBe(0);
    expect(figures.turnover).toBeGreaterThan(1);
    // A thousandth of what was received, in both currencies.
    expect(Number(fees.base)).toBeCloseTo(
      both.booked.fills.reduce((all, { side, quantity }) => all + (side === 'BUY' ? Number(quantity) * 0.001 : 0), 0),
      9,
    );
    expect(Number(fees.counter)).toBeGreaterThan(0);
    // 399.92 USDT buy 764.6 XRP at 0.523, of which a thousandth is the fee, and leave 0.0342 USDT.
    const last = bars.close.at(-1) ?? 0;
    expect(Number(report.holding)).toBeCloseTo(
      764.6 * 0.999 * last + (Number(report.given.counter) - 764.6 * 0.523) - Number(report.given.counter),
      9,
    );
  });

  it('X-8: the same inputs give the same, to the last byte', () => {
    const again = reportOf(bars, bothReadings(bars, settings()), { of: settings(), checked: true });
    expect(JSON.stringify(again)).toBe(JSON.stringify(report));
  });
});
