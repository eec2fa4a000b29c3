import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { BotPlan } from '#contracts/bot-settings.ts';
import { HOUR, SECOND } from '#contracts/rules/time.ts';
import { TURTLE } from '../../../tests/factories/bot-settings.ts';
import { exchangePair } from '../../../tests/factories/past-bars.ts';
import { minutesAt, settingsOf, signalBars, still, withoutBars, WORKED } from '../../../tests/factories/signal-runs.ts';
import { big, rules } from '../../../tests/factories/worked-grids.ts';
import { breakoutSettings } from '../strategies/rounds/breakout-deals.ts';
import { planRun } from '../strategies/rounds/plan-run.ts';
import { decidesAlike } from './half-run.ts';
import { replayRun, type ReplaySettings } from './replay-run.ts';
import type { SignalBars } from './signal-bars.ts';

/** The bar number 38 of the worked example stands out; the run begins with it. */
const START = 38 * HOUR;
const ENDS = 39 * HOUR;
const SETTINGS = { ...TURTLE, interval: '1h' };

function turtle(more: Partial<Record<keyof typeof SETTINGS, unknown>> = {}, since = START): ReplaySettings {
  const plan = z.parse(BotPlan, { type: 'smart-money-turtle', settings: { ...SETTINGS, ...more } });
  if (plan.type !== 'smart-money-turtle') throw new Error('It is another type.');
  return {
    ...settingsOf(),
    plan: planRun(plan, big('0.524'), rules),
    deals: { ...breakoutSettings(plan.settings), since, pair: exchangePair },
  };
}

/** Bars of hours that go a little further than they close, as in the worked example. */
const ranged = (rows: typeof WORKED = WORKED): SignalBars => {
  const bars = signalBars(rows, HOUR);
  const moved = (by: number) => bars.close.map((close) => Math.round((close + by) * 1e4) / 1e4);
  return { ...bars, high: moved(0.0012), low: moved(-0.0011) };
};
const longer = (count: number): typeof WORKED => ({
  closes: [...WORKED.closes.slice(0, 39), ...still(0.524, count)],
  volumes: [...WORKED.volumes.slice(0, 39), ...still(1000, count)],
  bought: [...WORKED.bought.slice(0, 39), ...still(500, count)],
});

const run = (prices: readonly number[], of = turtle(), signals = ranged()) =>
  replayRun(minutesAt(prices, signals, START), 'drawn', of);
const traded = ({ fills }: ReturnType<typeof replayRun>): string[] =>
  fills.map(({ side, quantity, price }) => `${side} ${quantity.toFixed()} ${price.toFixed()}`);
/** The first bar, and the minute in which it is known. */
const HOUR_OF_SIGNAL = still(0.524, 61);

describe('X-1, PB-9 a bot with turtle in memory', () => {
  it('turtle: a unit at the breakout, another half of N above, one stop of all below them', () => {
    const found = run([...HOUR_OF_SIGNAL, 0.5263, 0.5264, 0.5278, 0.528, 0.5225, 0.522]);
    expect(traded(found)).toEqual(['BUY 47.4 0.5264', 'BUY 47.4 0.528', 'SELL 94.7 0.522']);
    const spent = big('47.4').times(big('0.5264').plus('0.528'));
    const earned = big('94.7').times('0.522').times('0.999').minus(spent);
    expect(found.cycles.map(({ counter }) => counter.toFixed())).toEqual([earned.toFixed()]);
  });

  it('PB-9: what jumps beyond its limit is not chased; where the market is there already its limit alone goes out', () => {
    expect(traded(run([...HOUR_OF_SIGNAL, 0.53, 0.531]))).toEqual([]);
    expect(traded(run([...HOUR_OF_SIGNAL, 0.53, 0.529]))[0]).toBe('BUY 47.4 0.529');
    expect(traded(run([...still(0.527, 61), 0.527]))[0]).toBe('BUY 47.4 0.527');
  });

  it('X-3: its order rests from the moment that the bar is known, and not before', () => {
    const [fill] = run([...still(0.524, 59), 0.5264, 0.5264]).fills;
    expect(fill?.time).toBe(ENDS + 2 * SECOND);
    expect(run([...still(0.524, 30), 0.5264, 0.524]).fills).toEqual([]);
  });

  it('X-2, PB-2: a signal that is known more than a bar late, after a hole, turns no filter on', () => {
    const signals = ranged(longer(20));
    const after = (hole: number) => {
      const bars = minutesAt([...still(0.524, 150), 0.5264, 0.5264], signals, START);
      return traded(replayRun(withoutBars(bars, 60, 60 + hole), 'drawn', turtle()));
    };
    expect(after(60)).toEqual(['BUY 47.4 0.5264']);
    expect(after(61)).toEqual([]);
  });

  it('PB-9: its order is taken off when the filter ends', () => {
    const signals = ranged(longer(20));
    const after = (hours: number) => traded(run([...still(0.524, 61 + hours * 60), 0.5264, 0.5264], turtle(), signals));
    expect(after(11)).toEqual(['BUY 47.4 0.5264']);
    expect(after(12)).toEqual([]);
  });

  it('PB-9: the lowest low of ten bars takes the stop further up', () => {
    const rows = longer(20);
    const signals = ranged({ ...rows, closes: [...rows.closes.slice(0, 39), ...still(0.5262, 20)] });
    // Two N below the first unit are 0.5207; ten bars never went below 0.5251.
    const prices = [...HOUR_OF_SIGNAL, 0.5264, ...still(0.5262, 60 * 11), 0.5251, 0.5207];
    expect(traded(run(prices, turtle({ units: 1 }), signals)).at(-1)).toMatch(/^SELL [\d.]+ 0\.5251$/);
  });

  it('PB-9: while a deal is open no other one waits for a breakout', () => {
    const prices = [...HOUR_OF_SIGNAL, 0.5264, ...still(0.5262, 65), 0.5275];
    expect(traded(run(prices, turtle({ units: 1 }), ranged(longer(3))))).toHaveLength(1);
  });

  it('PB-10: after a gap nothing is bought until there are whole bars again', () => {
    const gap = { ...WORKED, volumes: WORKED.volumes.with(20, -1) };
    expect(traded(run([...HOUR_OF_SIGNAL, 0.5264, 0.5264], turtle(), ranged(gap)))).toEqual([]);
  });

  it('PB-2: a signal of before its start keeps no filter on', () => {
    const later = replayRun(minutesAt([...HOUR_OF_SIGNAL, 0.5264], ranged(longer(3)), ENDS), 'drawn', turtle({}, ENDS));
    expect(later.fills).toEqual([]);
  });

  it('PB-4: with too little for a unit it asks its owner', () => {
    expect(run(HOUR_OF_SIGNAL, turtle({ invest: 16 })).halted?.text).toBe(
      'With 16.00 USDT a unit would be too small to be sold at its stop. Copy it to start another with more.',
    );
  });

  it('X-3: the first half alone decides the same; bars that are told before they have ended are caught', () => {
    // The market is at its price already: it buys as the bar is known.
    const all = minutesAt(still(0.527, 200), ranged(longer(3)), START);
    const honest = (bars: typeof all) => replayRun(bars, 'drawn', turtle({ units: 1 }, START - 1));
    const peeking = (bars: typeof all) =>
      honest({ ...bars, signals: { ...bars.signals, times: bars.signals.times.map((time) => time - HOUR) } });
    expect(honest(all).fills).toHaveLength(1);
    const alike = (by: typeof honest) => decidesAlike(all, by(all), (half) => by({ ...all, ...half }));
    expect([alike(honest), alike(peeking)]).toEqual([true, false]);
  });

  it('C-4: what it owns is what it was given and what its deals have moved', () => {
    const { owned, cycles } = run([...HOUR_OF_SIGNAL, 0.5264, 0.528, 0.522, ...still(0.522, 3)]);
    expect(owned.counter.toFixed()).toBe(
      big(100)
        .plus(cycles[0]?.counter ?? 0)
        .toFixed(),
    );
  });
});
