import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { barSettings, minutesAt, settingsOf, signalBars, still, WORKED } from '../../../tests/factories/signal-runs.ts';
import { rules } from '../../../tests/factories/worked-grids.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { decideBars } from '../strategies/signals/decide-bars.ts';
import type { BarSettings } from '../strategies/signals/run-settings.ts';
import { BarSignals } from './bar-signals.ts';
import { replayRun } from './replay-run.ts';
import { longerSignalBars, type SignalBars, signalBarsUntil } from './signal-bars.ts';

describe('X-7, PB-8 the bars that are passed by', () => {
  it('X-1: a run that looks at each bar trades the same', () => {
    let trades = 0;
    const random = fc.record({
      rows: fc.array(
        fc.tuple(fc.constantFrom(1000, 1000, 4000, 9000), fc.nat(100), fc.integer({ min: 5100, max: 5400 })),
        {
          minLength: 40,
          maxLength: 90,
        },
      ),
      more: fc.record({
        places: fc.integer({ min: 1, max: 3 }),
        entry: fc.constantFrom('now', 'limit'),
        dealsADay: fc.integer({ min: 1, max: 4 }),
        coolDown: fc.constantFrom(0, 900),
        takeProfit: fc.constantFrom(null, 1),
      }),
    });
    fc.assert(
      fc.property(random, ({ rows, more }) => {
        const signals = signalBars({
          closes: rows.map(([, , close]) => close / 1e4),
          volumes: rows.map(([volume]) => volume),
          bought: rows.map(([volume, part]) => (volume * part) / 100),
        });
        // Each price stays for a bar.
        const prices = rows.flatMap(([, , close]) => still(close / 1e4, 5));
        const all = () => replayRun(minutesAt(prices, signals, 0), 'drawn', settingsOf({ ...more, look: 3 }, -1));
        const found = all();
        const { dueFor } = BarSignals.prototype;
        const looked = vi.spyOn(BarSignals.prototype, 'passBy').mockReturnValue();
        const asked = vi.spyOn(BarSignals.prototype, 'dueFor').mockImplementation(function (this: BarSignals) {
          return dueFor.call(this, { buys: true, sells: true });
        });
        const each = all();
        looked.mockRestore();
        asked.mockRestore();
        trades += found.fills.length;
        expect([found.fills, found.owned, found.halted]).toEqual([each.fills, each.owned, each.halted]);
      }),
      { numRuns: runs(60) },
    );
    expect(trades).toBeGreaterThan(runs(60));
  });
});

/** What the rule of a live run says at the end of each bar, asked at every one. */
function everyBar(bars: SignalBars, of: BarSettings): string[] {
  const all = [...bars.times].map((time, at) => ({
    at: time + bars.interval,
    close: new Big(bars.close[at] ?? 0),
    volume: bars.volume[at] ?? 0,
    takerBought: bars.takerBought[at] ?? 0,
  }));
  return all.flatMap(({ at }) => {
    const decided = decideBars(of.flow, {
      bars: all.filter((bar) => bar.at <= at),
      since: at - bars.interval,
      now: at + 2 * SECOND,
      interval: bars.interval,
      tick: rules.tick,
    });
    const price = decided?.signals[0]?.price.toFixed() ?? null;
    const sells = of.sellersClose && decided?.sells;
    return price || sells ? [`${at} ${price} ${sells}`] : [];
  });
}

function foundIn(bars: SignalBars, of: BarSettings): string[] {
  const signals = new BarSignals(bars, of, { tick: rules.tick, since: -1 });
  const all: string[] = [];
  for (let next = signals.take(Infinity); next; next = signals.take(Infinity))
    all.push(`${next.due - 2 * SECOND} ${next.signal()?.price.toFixed() ?? null} ${next.sells}`);
  return all.filter((line) => !line.endsWith(' null false'));
}

describe('X-7, PB-8 the bars that decide something', () => {
  it('X-1: are those of the live rule, whatever the volumes are and wherever bars are missing', () => {
    let decided = 0;
    const volume = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.constantFrom(-1, 0, 18, 40));
    const bar = fc.tuple(volume, fc.nat(100), fc.integer({ min: 5000, max: 5400 }));
    fc.assert(
      fc.property(
        fc.array(bar, { minLength: 25, maxLength: 90 }),
        fc.record({
          look: fc.integer({ min: 3, max: 6 }),
          bars: fc.integer({ min: 1, max: 2 }),
          sellersClose: fc.boolean(),
        }),
        (rows, more) => {
          const bars = signalBars({
            volumes: rows.map(([of]) => of),
            bought: rows.map(([of, part]) => (Math.max(0, of) * part) / 100),
            closes: rows.map(([, , close]) => close / 1e4),
          });
          const settings = barSettings({ factor: 1.5, ...more });
          const expected = everyBar(bars, settings);
          decided += expected.length;
          expect(foundIn(bars, settings)).toEqual(expected);
        },
      ),
      { numRuns: runs(60) },
    );
    expect(decided).toBeGreaterThan(runs(60) / 3);
  });

  it('X-7: one that matters is not passed by, however late it is looked at', () => {
    const found = () => new BarSignals(signalBars(WORKED), barSettings(), { tick: rules.tick, since: -1 });
    const able = { buys: true, sells: false };
    const [late, gone] = [found(), found()];
    late.passBy(Infinity, able);
    gone.passBy(Infinity, { buys: false, sells: false });
    expect([late.take(Infinity)?.signal()?.price.toFixed(), gone.take(Infinity)]).toEqual(['0.5251', null]);
  });

  it('PB-8: longer bars are made of those of which every shorter one is there', () => {
    const minutes = signalBars(
      { closes: [1, 2, 3, 4, 5, 6], volumes: [1, 2, 3, 4, 5, 6], bought: [1, 1, 1, 1, 1, 1] },
      MINUTE,
    );
    const three = longerSignalBars(minutes, 3 * MINUTE);
    expect([three.times, three.close, three.volume, three.takerBought].map((column) => Array.from(column))).toEqual([
      [0, 3 * MINUTE],
      [3, 6],
      [6, 15],
      [3, 3],
    ]);
    const gap = signalBars(
      { closes: [1, 2, 3, 4, 5, 6], volumes: [1, -1, 3, 4, 5, 6], bought: [1, 1, 1, 1, 1, 1] },
      MINUTE,
    );
    expect([...longerSignalBars(gap, 3 * MINUTE).times]).toEqual([3 * MINUTE]);
    expect([...signalBarsUntil(minutes, 3 * MINUTE).times]).toEqual([0, MINUTE, 2 * MINUTE]);
    expect([...signalBarsUntil(minutes, 3 * MINUTE - 1).times]).toEqual([0, MINUTE]);
  });
});
