import { Big } from 'big.js';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { BotPlan } from '#contracts/bot-settings.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { exchangePair } from '../../../tests/factories/past-bars.ts';
import { FLOW } from '../../../tests/factories/deal-settings.ts';
import { XRP } from '../../../tests/factories/matching-world.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from '../../../tests/factories/worked-bars.ts';
import { big, rules } from '../../../tests/factories/worked-grids.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { SEED } from '../../../tests/setup/seed.ts';
import { decideBars } from '../strategies/signals/decide-bars.ts';
import { type BarSettings, signalSettingsOf } from '../strategies/signals/run-settings.ts';
import { planRun } from '../strategies/rounds/plan-run.ts';
import { BarSignals } from './bar-signals.ts';
import { barsOf } from './bars.ts';
import { decidesAlike } from './half-run.ts';
import { replayRun, type ReplaySettings } from './replay-run.ts';
import { longerSignalBars, type SignalBars, signalBarsUntil } from './signal-bars.ts';

const LENGTH = 5 * MINUTE;

function planOf(more: Partial<Record<keyof typeof FLOW, unknown>> = {}) {
  const plan = z.parse(BotPlan, { type: 'smart-money', settings: { ...FLOW, interval: '5m', ...more } });
  if (plan.type !== 'smart-money') throw new Error('It is another type.');
  return plan;
}

function barSettings(more: Parameters<typeof planOf>[0] = {}): BarSettings {
  const { bars } = signalSettingsOf(planOf(more).settings, planOf(more).settings);
  if (!bars) throw new Error('No bars open its deals.');
  return bars;
}

interface Rows {
  closes: readonly number[];
  volumes: readonly number[];
  bought: readonly number[];
}
const WORKED: Rows = { closes: CLOSES, volumes: VOLUMES, bought: TAKER_BOUGHT };

/** Bars that follow each other from time 0; a volume below zero is none. */
function signalBars({ closes, volumes, bought }: Rows, interval = LENGTH): SignalBars {
  const kept = volumes.flatMap((volume, at) => (volume < 0 ? [] : [at]));
  const column = (of: (at: number) => number) => Float64Array.from(kept, of);
  return {
    interval,
    times: column((at) => at * interval),
    close: column((at) => closes[at] ?? 0),
    volume: column((at) => volumes[at] ?? 0),
    takerBought: column((at) => bought[at] ?? 0),
  };
}

/** The bar number 38 stands out. */
const ENDS = 39 * LENGTH;
/** The run begins with the bar before. */
const START = 38 * LENGTH;

function settingsOf(more: Parameters<typeof planOf>[0] = {}, since = START): ReplaySettings {
  const plan = planOf(more);
  const deals = {
    ...signalSettingsOf(plan.settings, plan.settings),
    bars: barSettings(more),
    since,
    pair: exchangePair,
  };
  return {
    plan: planRun(plan, big('0.53'), rules),
    deals,
    pair: { ...XRP, priceBand: null },
    rules,
    touchFill: 'whole',
    slippage: big(0),
    spread: big(0),
    volumeShare: null,
    stop: { below: null, above: null, gain: null, loss: null, at: null },
    endings: { below: 'sell', above: 'sell', gain: 'sell', loss: 'sell', at: 'sell' },
  };
}

/** A minute at each price, from the start on. */
const minutesAt = (prices: readonly number[], signals = signalBars(WORKED), start = START) => ({
  ...barsOf(
    MINUTE,
    prices.map((price, at) => ({
      time: start + at * MINUTE,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 1e6,
    })),
  ),
  signals,
});
const still = (price: number, count: number): number[] => Array.from({ length: count }, () => price);
const traded = ({ fills }: ReturnType<typeof replayRun>): string[] =>
  fills.map(
    ({ side, quantity, price, time }) =>
      `${side} ${quantity.toFixed()} ${price.toFixed()} at ${(time - ENDS) / MINUTE}`,
  );
const run = (prices: readonly number[], more: Parameters<typeof planOf>[0] = {}, signals = signalBars(WORKED)) =>
  replayRun(minutesAt(prices, signals), 'drawn', settingsOf(more));

describe('X-1, PB-8 a smart money bot in memory', () => {
  it('smart-money PB-5, PB-7: a bar that stands out rests an entry with its exits; the take profit ends the deal', () => {
    const found = run([...still(0.53, 6), 0.5251, 0.5251, 0.5409]);
    expect(traded(found)).toEqual(['BUY 190.4 0.5251 at 1', 'SELL 190.2 0.5409 at 3']);
    const earned = big('190.2').times('0.5409').times('0.999').minus(big('190.4').times('0.5251'));
    expect(found.cycles.map(({ counter }) => counter.toFixed())).toEqual([earned.toFixed()]);
    expect(traded(run([...still(0.53, 6), 0.5251, 0.5145]))).toEqual([
      'BUY 190.4 0.5251 at 1',
      'SELL 190.2 0.5145 at 2',
    ]);
  });

  it('X-3: it sees a bar a moment after its end, and its orders trade with the next price', () => {
    // The price of the bar's last minute and of the next one's first moment would have filled it.
    const found = run([...still(0.53, 4), 0.52, 0.52, 0.53, 0.53]);
    expect(traded(found)).toEqual(['BUY 190.4 0.52 at 0.03333333333333333']);
    expect(traded(run([...still(0.53, 4), 0.52, 0.53, 0.53]))).toEqual([]);
  });

  it('PB-2: what had ended when it began is no signal', () => {
    const later = replayRun(minutesAt(still(0.52, 20), signalBars(WORKED), ENDS), 'drawn', settingsOf({}, ENDS));
    expect(later.fills).toEqual([]);
    const since = ENDS - 1;
    const same = replayRun(minutesAt(still(0.52, 20), signalBars(WORKED), ENDS), 'drawn', settingsOf({}, since));
    expect(same.fills).toHaveLength(1);
  });

  it('PB-5: an entry that has not filled in its bars is canceled', () => {
    const until = (minutes: number) => run([...still(0.53, 5 + minutes), 0.52, 0.53]).fills.length;
    expect([until(14), until(16)]).toEqual([1, 0]);
  });

  it('PB-5: one that is bought now pays the market of then, and its exits are counted from it', () => {
    const { fills } = run([...still(0.53, 8), 0.5194], { entry: 'now', takeProfit: null });
    expect(fills.map(({ side, quantity, price }) => [side, quantity.toFixed(), price.toFixed()])).toEqual([
      ['BUY', '188.6', '0.53'],
      ['SELL', '188.4', '0.5194'],
    ]);
    expect(fills[0]?.time).toBe(ENDS + 2 * SECOND);
  });

  it('PB-8: sellers that prevail close what is open, unless it is not wanted', () => {
    const rows = {
      closes: [...CLOSES.slice(0, 39), 0.53],
      volumes: [...VOLUMES.slice(0, 39), 50_000],
      bought: [...TAKER_BOUGHT.slice(0, 39), 0],
    };
    const sold = (more: Parameters<typeof planOf>[0]) =>
      traded(run(still(0.53, 15), { entry: 'now', takeProfit: null, ...more }, signalBars(rows))).map(
        (line) => line.split(' at ')[0],
      );
    expect(sold({})).toEqual(['BUY 188.6 0.53', 'SELL 188.4 0.53']);
    expect(sold({ sellersClose: false })).toEqual(['BUY 188.6 0.53']);
  });

  it('PB-3, PB-4: another signal opens another deal while there is a place, each with its share', () => {
    const rows = {
      closes: [...CLOSES, ...still(0.53, 3)],
      volumes: [...VOLUMES, 9000, 9500, 9000],
      bought: [...TAKER_BOUGHT, 9000, 9500, 9000],
    };
    const bought = (places: number) =>
      run(still(0.53, 40), { entry: 'now', places }, signalBars(rows)).fills.map(({ quantity }) => quantity.toFixed());
    expect(bought(1)).toEqual(['188.6']);
    // The fee of the first one is missing to the share of the second.
    expect(bought(2)).toEqual(['94.3', '94.2']);
  });

  it('PB-4: a share of everything is one of the money: a rest of coins that cannot be sold does not keep it from the next deal', () => {
    const rows = {
      closes: [...CLOSES, ...still(0.53, 3)],
      volumes: [...VOLUMES, 9000, 9500, 9000],
      bought: [...TAKER_BOUGHT, 9000, 9500, 9000],
    };
    const prices = [...still(0.53, 8), ...still(0.5194, 1), ...still(0.53, 20)];
    const { fills, halted } = run(prices, { entry: 'now' }, signalBars(rows));
    expect(halted).toBeNull();
    expect(fills.map(({ side }) => side)).toEqual(['BUY', 'SELL', 'BUY']);
  });

  it('X-3: the first half alone decides the same; bars that are told before they have ended are caught', () => {
    const rows = { closes: still(0.53, 80), volumes: still(1000, 80), bought: still(500, 80) };
    for (const at of [40, 47, 55, 62, 70]) [rows.volumes[at], rows.bought[at]] = [9000, 8000];
    const prices = Array.from({ length: 200 }, (_, at) => Number((0.53 + 0.02 * Math.sin(at / 6)).toFixed(4)));
    const all = minutesAt(prices, signalBars(rows));
    const of = settingsOf({ look: 3, places: 5, entry: 'now', takeProfit: null, stop: 20 });
    const honest = (bars: typeof all) => replayRun(bars, 'drawn', of);
    const peeking = (bars: typeof all) => {
      const { signals } = bars;
      return honest({ ...bars, signals: { ...signals, times: signals.times.map((time) => time - LENGTH) } });
    };
    expect(honest(all).fills.length).toBeGreaterThan(4);
    const alike = (by: typeof honest) => decidesAlike(all, by(all), (half) => by({ ...all, ...half }));
    expect([alike(honest), alike(peeking)]).toEqual([true, false]);
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
      { seed: SEED, numRuns: runs(60) },
    );
    expect(decided).toBeGreaterThan(20);
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
