import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ema } from '#contracts/rules/series/averages.ts';
import { macd, rsi } from '#contracts/rules/series/oscillators.ts';
import type { Trend } from '#contracts/rules/series/trendline.ts';
import { bollinger } from '#contracts/rules/series/windows.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { CLOSES, VOLUMES } from '../../../tests/factories/worked-bars.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { lineCrossing } from './line-crossing.ts';
import { moveOf, PercentMove } from './percent-move.ts';
import { SeriesCrossing, sideOf } from './series-crossing.ts';
import { spikeVolume } from './volume-spike.ts';
import { WindowExtremes } from './window-extremes.ts';

/** Seconds, price, lowest, rise, highest, fall, whether it fires, and how it stands then. */
const MOVES: [number, number, number, string, number, string, boolean, string][] = [
  [0, 100, 100, '0.000000', 100, '0.000000', false, 'armed'],
  [10, 99, 99, '0.000000', 100, '1.000000', false, 'armed'],
  [25, 98.5, 98.5, '0.000000', 100, '1.500000', false, 'armed'],
  [40, 100.4, 98.5, '1.928934', 100.4, '0.000000', false, 'armed'],
  [55, 101.5, 98.5, '3.045685', 101.5, '0.000000', true, 'resting'],
  [70, 102.8, 98.5, '4.365482', 102.8, '0.000000', false, 'resting'],
  [90, 101, 98.5, '2.538071', 102.8, '1.750973', false, 'resting'],
  [95, 99.5, 98.5, '1.015228', 102.8, '3.210117', false, 'resting'],
  [130, 103, 99.5, '3.517588', 103, '0.000000', true, 'resting'],
  [135, 104.1, 99.5, '4.623116', 104.1, '0.000000', false, 'resting'],
  [200, 104.2, 104.1, '0.096061', 104.2, '0.000000', false, 'armed'],
];
const THREE_PERCENT = { direction: 'up', percent: 3, window: MINUTE, cooldown: MINUTE } as const;

/** What was added, by plain search. */
function searched(trades: readonly [time: number, price: number][], now: number, length: number) {
  const stood = trades.filter(([time], at) => time <= now && (trades[at + 1]?.[0] ?? Infinity) > now - length);
  const prices = stood.map(([, price]) => price);
  return { lowest: Math.min(...prices), highest: Math.max(...prices) };
}

describe('K-3 a move of so many percent within a window', () => {
  it('percent-move: each trade of the worked example', () => {
    const extremes = new WindowExtremes(MINUTE);
    const alert = new PercentMove(THREE_PERCENT);
    for (const [s, price, lowest, rise, highest, fall, fires, state] of MOVES) {
      const fired = alert.add(s * SECOND, price);
      extremes.add(s * SECOND, price);
      const found = extremes.at(s * SECOND);
      expect(found, `${s} s`).toEqual({ lowest, highest });
      const moves = found && [moveOf(found, price, 'up').toFixed(6), moveOf(found, price, 'down').toFixed(6)];
      expect(moves, `${s} s`).toEqual([rise, fall]);
      expect([fired, alert.state], `${s} s`).toEqual([fires, state]);
    }
  });

  it('a fall mirrors it', () => {
    const alert = new PercentMove({ ...THREE_PERCENT, direction: 'down' });
    expect([100, 97.01, 97].map((price, at) => alert.add(at * SECOND, price))).toEqual([false, false, true]);
  });

  it('a move that is still there when the rest ends has to become smaller first', () => {
    const alert = new PercentMove({ ...THREE_PERCENT, window: 10 * MINUTE });
    const at = (s: number, price: number) => [alert.add(s * SECOND, price), alert.state];
    expect(at(0, 100)).toEqual([false, 'armed']);
    expect(at(1, 103)).toEqual([true, 'resting']);
    expect(at(61, 103.5)).toEqual([false, 'waiting']);
    expect(at(62, 102.95)).toEqual([false, 'waiting']);
    expect(at(63, 102.89)).toEqual([false, 'armed']);
    expect(at(64, 103)).toEqual([true, 'resting']);
  });

  it('extremes are those of a plain search, whatever the trades, one by one or many at once', () => {
    const trade = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 20 }));
    const batches = fc.array(fc.array(trade, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(batches, fc.integer({ min: 1, max: 900 }), (steps, length) => {
        const [alone, together] = [new WindowExtremes(length), new WindowExtremes(length)];
        const trades: [number, number][] = [];
        let time = 0;
        for (const batch of steps) {
          const from = trades.length;
          for (const [gap, price] of batch) {
            time += gap;
            trades.push([time, price]);
            alone.add(time, price);
            expect(alone.at(time)).toEqual(searched(trades, time, length));
          }
          together.addAll({ numbers: new Float64Array(trades.flat()), from: 2 * from, to: 2 * trades.length });
          for (const later of [0, 1, 40])
            expect(together.at(time + later)).toEqual(searched(trades, time + later, length));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('K-4 volume', () => {
  it('volume-spike: the running bar against the twenty before it', () => {
    const of = (bar: number) => spikeVolume(VOLUMES.slice(0, bar), { length: 20, factor: 2.5 });
    expect([36, 37, 38, 39].map((bar) => (of(bar) ?? 0) / 2.5)).toEqual([1498, 1492, 1487, 1762]);
    expect([36, 37, 38, 39].map((bar) => (VOLUMES[bar] ?? 0) >= (of(bar) ?? 0))).toEqual([false, false, true, false]);
    expect(of(38)).toBe(3717.5);
  });

  it('says nothing before there are enough bars, or where nothing was traded', () => {
    expect(spikeVolume([1, 2], { length: 3, factor: 2 })).toBeNull();
    expect(spikeVolume([0, 0, 0], { length: 3, factor: 2 })).toBeNull();
    expect(spikeVolume([100, 1, 2, 3], { length: 3, factor: 2 })).toBe(4);
  });
});

describe('K-5 crossings of series', () => {
  /** The bars at which one series crosses another; nulls are bars before the first value. */
  function crossings(pairs: readonly (readonly [number | null, number | null])[]) {
    const side = new SeriesCrossing();
    return pairs.flatMap(([value, level], bar) => {
      const crossing = value === null || level === null ? null : side.add(value, level);
      return crossing ? [[bar, crossing]] : [];
    });
  }

  it('indicators: every crossing of the worked example', () => {
    const [fast, slow, strength, difference, bands] = [
      ema(9),
      ema(21),
      rsi(14),
      macd({ fast: 12, slow: 26, signal: 9 }),
      bollinger(20, 2),
    ];
    const values = CLOSES.map((close) => ({
      close,
      fast: fast.add(close),
      slow: slow.add(close),
      strength: strength.add(close),
      macd: difference.add(close),
      bands: bands.add(close),
    }));
    expect(crossings(values.map((bar) => [bar.fast, bar.slow]))).toEqual([
      [27, 'down'],
      [35, 'up'],
    ]);
    expect(crossings(values.map(({ macd: of }) => [of?.macd ?? null, of?.signal ?? null]))).toEqual([[35, 'up']]);
    expect(crossings(values.map((bar) => [bar.strength, 50]))).toEqual([
      [23, 'down'],
      [24, 'up'],
      [25, 'down'],
      [33, 'up'],
    ]);
    expect(crossings(values.map((bar) => [bar.close, bar.bands?.upper ?? null]))).toEqual([
      [38, 'up'],
      [39, 'down'],
    ]);
    expect(crossings(values.map((bar) => [bar.close, bar.bands?.lower ?? null]))).toEqual([
      [27, 'down'],
      [30, 'up'],
    ]);
  });

  it('touching and turning back is none; the first value only sets the side', () => {
    const side = new SeriesCrossing();
    expect([3, 2, 3, 2, 1, 2, 1, 3].map((value) => side.add(value, 2))).toEqual([
      null,
      null,
      null,
      null,
      'down',
      null,
      null,
      'up',
    ]);
    expect(new SeriesCrossing('below').add(3, 2)).toBe('up');
  });

  it('two values nearer than 10⁻⁹ of the larger one are equal', () => {
    expect(sideOf(100 + 9.9e-8, 100)).toBe('none');
    expect(sideOf(100 + 1.1e-7, 100)).toBe('above');
    expect(sideOf(100 - 1.1e-7, 100)).toBe('below');
    expect(sideOf(0, 0)).toBe('none');
    expect(sideOf(-1, -2)).toBe('above');
  });
});

describe('K-7 a line', () => {
  const rising: Trend = { from: { time: 0, price: 0.5 }, to: { time: 3600, price: 0.53 }, logarithmic: false };
  const at = (time: number, price: number) => ({ time, price });

  it('trendline: is crossed at its level of that moment, 0.515 half-way', () => {
    expect(lineCrossing(rising, at(1700, 0.51), at(1800, 0.515))).toBe('up');
    expect(lineCrossing(rising, at(1700, 0.51), at(1800, 0.5149))).toBeNull();
    expect(lineCrossing(rising, at(1700, 0.52), at(1800, 0.515))).toBe('down');
  });

  it('crosses a price that stands still', () => {
    expect(lineCrossing(rising, at(1700, 0.5145), at(1800, 0.5145))).toBe('down');
    expect(lineCrossing({ ...rising, logarithmic: true }, at(1700, 0.5145), at(1800, 0.5145))).toBe('down');
  });

  it('reaching it fires once: leaving it does not', () => {
    expect(lineCrossing(rising, at(1800, 0.515), at(1801, 0.52))).toBeNull();
    expect(lineCrossing(rising, at(1800, 0.515), at(1801, 0.51))).toBeNull();
  });
});
