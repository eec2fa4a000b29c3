import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import { exchangePair, pastBars, wandering } from '../../../tests/factories/past-bars.ts';
import { XRP } from '../../../tests/factories/matching-world.ts';
import { big, rules } from '../../../tests/factories/worked-grids.ts';
import { runs } from '../../../tests/setup/property-runs.ts';
import { waitsForDeal } from '../strategies/averaging/next-deal.ts';
import { dealSettingsOf } from '../strategies/rounds/deal-settings.ts';
import { planRun } from '../strategies/rounds/plan-run.ts';
import { bothReadings } from './both-readings.ts';
import { replayRun, type ReplaySettings } from './replay-run.ts';

const LADDER = {
  base: big(20),
  addition: big(20),
  additions: 5,
  deviation: big('1.5'),
  deviationFactor: big('1.3'),
  amountFactor: big('1.4'),
  takeProfit: big('1.5'),
  stop: big(5) as Big | null,
  repeat: false,
  coolDown: 0,
  dealsADay: 10,
  dailyLoss: big(50),
};

function settingsOf(more: Partial<typeof LADDER> = {}, terms: Partial<ReplaySettings> = {}): ReplaySettings {
  const settings = { ...LADDER, ...more };
  return {
    plan: planRun({ type: 'averaging', settings }, big('0.523'), rules),
    deals: { by: 'ladder', ...dealSettingsOf(settings), pair: exchangePair },
    pair: { ...XRP, priceBand: null },
    rules,
    touchFill: 'whole',
    slippage: big(0),
    spread: big(0),
    volumeShare: null,
    stop: { below: null, above: null, gain: null, loss: null, at: null },
    endings: { below: 'sell', above: 'sell', gain: 'sell', loss: 'sell', at: 'sell' },
    ...terms,
  };
}

const still = (price: string): string => [price, price, price, price].join(' ');
/** A minute at each of these prices. */
const at = (...prices: string[]) => pastBars(['0.523', ...prices].map(still));
const run = (prices: readonly string[], more: Partial<typeof LADDER> = {}, terms: Partial<ReplaySettings> = {}) =>
  replayRun(at(...prices), 'drawn', settingsOf(more, terms));
const traded = ({ fills }: ReturnType<typeof run>): string[] =>
  fills.map(({ side, quantity, price }) => `${side} ${quantity.toFixed()} ${price.toFixed()}`);

describe('PB-1, X-1 an averaging bot in memory', () => {
  it('dca-ladder: each addition moves the one take profit, and the stop ends all of it', () => {
    const found = run(['0.5151', '0.5049', '0.4916', '0.4744', '0.452', '0.4294']);
    expect(traded(found)).toEqual([
      'BUY 38.2 0.523',
      'BUY 38.8 0.5151',
      'BUY 55.4 0.5049',
      'BUY 79.7 0.4916',
      'BUY 115.6 0.4744',
      'BUY 169.9 0.452',
      'SELL 497.1 0.4294',
    ]);
    expect(found.cycles.map(({ counter }) => counter.toFixed())).toEqual(['-25.51061474']);
    expect(found.owned.base.toFixed()).toBe('0.0024');
    expect(found.result.given.toFixed()).toBe('238.7519');
  });

  it('dca-ladder: the take profit of what was bought so far ends the deal, and its additions come down', () => {
    expect(run(['0.5328']).cycles.map(({ counter }) => counter.toFixed())).toEqual(['0.30078032']);
    const two = run(['0.5151', '0.528', '0.5281', '0.452']);
    expect(traded(two)).toEqual(['BUY 38.2 0.523', 'BUY 38.8 0.5151', 'SELL 76.9 0.5281']);
    expect(two.cycles.map(({ counter }) => counter.toFixed())).toEqual(['0.60579911']);
  });

  it('X-4: a first order that the market leaves is taken back after a minute, and another is tried a minute later', () => {
    // Half a percent above the last price does not reach what a taker pays, and nothing is traded.
    const terms = { slippage: big('0.02'), volumeShare: big('0.1') };
    const bars = pastBars(['0.523', '0.523', '0.524', '0.524', '0.524', '0.524'].map(still), 0);
    const away = replayRun(bars, 'drawn', settingsOf({ repeat: true }, terms));
    expect([away.fills, away.cycles, away.owned.counter.toFixed()]).toEqual([[], [], '238.7519']);
    bars.volume.fill(1e6, 4);
    const { fills } = replayRun(bars, 'drawn', settingsOf({ repeat: true }, terms));
    // One is taken back at 1:00, the next one, of 2:00, at 3:00; the third one, of 4:00, fills.
    expect(fills.map(({ price, time }) => [price.toFixed(), Math.floor(time / MINUTE)])).toEqual([['0.5266', 4]]);
  });

  it('PB-5: one that bought nothing is tried again a minute later, one that ended otherwise at once', () => {
    const deal = { openedAt: 0, endedAt: 1000, base: big(0), counter: big(0) };
    const next = (of: typeof deal) =>
      waitsForDeal(
        { deals: [of], given: big(100) },
        { ...dealSettingsOf({ ...LADDER, repeat: true }), repeat: true },
        { now: 1000, last: big('0.523') },
      );
    expect(next(deal)).toEqual({ why: 'cool-down', until: 1000 + MINUTE });
    expect(next({ ...deal, counter: big(1) })).toBeNull();
  });

  it('PB-3, PB-6: the next deal opens after its rest, and no more than so many a day', () => {
    const up = ['0.5328', '0.5328', '0.545', '0.545', '0.56'];
    const bought = (more: Partial<typeof LADDER>) =>
      run(up, { repeat: true, ...more }).fills.flatMap(({ side, price, time }) =>
        side === 'BUY' ? `${price.toFixed()} at ${time / MINUTE}` : [],
      );
    expect(bought({})).toEqual(['0.523 at 0', '0.5328 at 1', '0.545 at 3', '0.56 at 5']);
    expect(bought({ coolDown: 90 })).toEqual(['0.523 at 0', '0.5328 at 2.5', '0.545 at 4.5']);
    expect(bought({ dealsADay: 1 })).toEqual(['0.523 at 0']);
  });

  it('PB-6: the rest is over at its moment, by the price of then', () => {
    // The deal ends at 1:00; two minutes later, in the middle of a wide bar, the price of before counts.
    const bars = pastBars([still('0.523'), still('0.5328'), '0.5328 0.5328 0.52 0.52', '0.52 0.56 0.52 0.56']);
    const { fills } = replayRun(bars, 'drawn', settingsOf({ repeat: true, coolDown: 130 }));
    expect(fills.at(-2)).toMatchObject({ side: 'BUY', time: MINUTE + 130_000 });
    expect(fills.at(-2)?.price.toFixed()).toBe('0.52');
  });

  it('PB-4: a purse that is too small waits for its owner, and says so', () => {
    const { halted, fills } = run(['0.48', '0.48'], { repeat: true, additions: 1 });
    expect(halted?.text).toMatch(/^It has 3[\d.]+ USDT left; a deal needs 39\.\d\d\. Copy it/);
    expect(halted?.time).toBe(MINUTE);
    expect(fills).toHaveLength(4);
  });

  it('PB-7: without a stop what is held is kept until the end, with its take profit', () => {
    const held = run(['0.4', '0.4'], { stop: null, additions: 0 });
    expect([traded(held), held.cycles]).toEqual([['BUY 38.2 0.523'], []]);
    expect(held.exposed).toBe(3);
  });

  it('PB-11, C-4: what the first order cost too much is missing to the last addition', () => {
    const down = ['0.5151', '0.5049', '0.4916', '0.4744', '0.452'];
    const dear = run(down, {}, { slippage: big('0.004') });
    expect(dear.fills.map(({ quantity }) => quantity.toFixed())).toEqual([
      '38.2',
      '38.6',
      '55.2',
      '79.4',
      '115.2',
      '168.9',
    ]);
    expect(dear.owned.counter.gte(0)).toBe(true);
  });

  it('X-6: a bar with both exits of a deal leaves open which of them came first', () => {
    const bars = pastBars([still('0.523'), '0.523 0.5400 0.4200 0.5300']);
    const { ambiguous, booked, other } = bothReadings(bars, settingsOf({ additions: 0 }));
    expect(ambiguous).toBe(1);
    expect(Number(booked.result.total)).toBeLessThan(0);
    expect(Number(other.result.total)).toBeGreaterThan(0);
  });

  it('X-6 bar-ambiguous: a stop and a take profit in one bar: the stop ends it as drawn, the take profit reversed, and the worse is booked', () => {
    const of = settingsOf({ additions: 0, takeProfit: big('1.15'), stop: big('0.57') }, { touchFill: 'none' });
    const read = (bar: string) => bothReadings(pastBars([still('0.523'), bar]), of);
    const { booked, other, ambiguous, isTooCoarse } = read('0.5205 0.5312 0.5199 0.5300');
    // The stop at 0.5200 is sold by the first of the four prices that reaches it.
    expect([booked.reading, traded(booked)]).toEqual(['drawn', ['BUY 38.2 0.523', 'SELL 38.1 0.5199']]);
    expect([other.reading, traded(other)]).toEqual(['reversed', ['BUY 38.2 0.523', 'SELL 38.1 0.531']]);
    expect([ambiguous, isTooCoarse]).toEqual([1, true]);
  });

  it('X-4 bar-ambiguous: a take profit at 0.5310 needs 0.5311 or more, unless touching is taken to be enough', () => {
    const exit = (high: string, touchFill: ReplaySettings['touchFill']) => {
      const of = settingsOf({ additions: 0, takeProfit: big('1.15'), stop: big('0.57') }, { touchFill });
      return traded(replayRun(pastBars([still('0.523'), `0.5205 ${high} 0.5205 0.5300`]), 'reversed', of)).slice(1);
    };
    expect(exit('0.5310', 'none')).toEqual([]);
    expect(exit('0.5311', 'none')).toEqual(['SELL 38.1 0.531']);
    expect(exit('0.5312', 'none')).toEqual(['SELL 38.1 0.531']);
    expect(exit('0.5310', 'whole')).toEqual(['SELL 38.1 0.531']);
  });

  it('X-4: a take profit fills by a tenth of the volume, and the rest of it with the next bar', () => {
    const bars = pastBars([still('0.523'), still('0.5328'), still('0.5328'), still('0.5328')], 200);
    const { fills, cycles } = replayRun(bars, 'drawn', settingsOf({}, { volumeShare: big('0.1') }));
    expect(fills.map(({ quantity }) => quantity.toFixed())).toEqual(['38.2', '20', '18.1']);
    expect(cycles).toHaveLength(1);
  });

  it('X-3: decides the same in the first half alone, and its books add up', () => {
    fc.assert(
      fc.property(wandering, fc.constantFrom('drawn' as const, 'reversed' as const), (lines, reading) => {
        const of = settingsOf({ repeat: true, deviation: big('0.4'), takeProfit: big('0.5'), additions: 3 });
        const whole = replayRun(pastBars(lines), reading, of);
        const half = replayRun(pastBars(lines.slice(0, Math.ceil(lines.length / 2))), reading, of);
        expect(JSON.stringify(whole.fills.slice(0, half.fills.length))).toBe(JSON.stringify(half.fills));
        const moved = whole.fills.reduce((sum, fill) => sum.plus(fill.counter), of.plan.given.counter);
        expect(moved.toFixed()).toBe(whole.owned.counter.toFixed());
        expect(whole.owned.counter.gte(0) && whole.owned.base.gte(0)).toBe(true);
        expect(whole.result.total.toFixed()).toBe(whole.result.cycles.plus(whole.result.position).toFixed());
      }),
      { numRuns: runs(25) },
    );
  });

  it('PB-6: the loss of a day keeps it from the next deal until midnight', () => {
    const lost = run(['0.4294', '0.4294'], { repeat: true, additions: 0, dailyLoss: big(1) });
    expect(lost.fills).toHaveLength(2);
    const bars = pastBars([still('0.523'), still('0.4294'), still('0.4294')]);
    bars.times[2] = DAY;
    const given = { base: big(0), counter: big(40) };
    const of = settingsOf({ repeat: true, additions: 0, dailyLoss: big(1) });
    const { fills } = replayRun(bars, 'drawn', { ...of, plan: { ...of.plan, given } });
    expect(fills.map(({ side, time }) => [side, time])).toEqual([
      ['BUY', 0],
      ['SELL', MINUTE],
      ['BUY', DAY],
    ]);
  });
});
