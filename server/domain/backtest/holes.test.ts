import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { minutesAt, settingsOf, signalBars, START, still, withoutBars } from '../../../tests/factories/signal-runs.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from '../../../tests/factories/worked-bars.ts';
import { big } from '../../../tests/factories/worked-grids.ts';
import { type Bars, barsOf, type Inside } from './bars.ts';
import { fullBarsOfPrints, holesOf, knownOutside } from './holes.ts';
import type { CalledDeals } from './memory-deal.ts';
import { barsOfPrints, longerBars, type Print, printsOf } from './prints.ts';
import { replayRun } from './replay-run.ts';

const minutes = (...positions: number[]): Bars =>
  barsOf(
    MINUTE,
    positions.map((at) => ({ time: at * MINUTE, open: 5, high: 6, low: 4, close: 5, volume: 1 })),
  );
const print = (minute: number, price: number, missing = false): Print => ({
  time: minute * MINUTE,
  price,
  volume: 1e6,
  missing,
});
const inMinutes = (bars: Bars) => holesOf(bars).map(({ from, to }) => [from / MINUTE, to / MINUTE]);
/** Bars of ten minutes that are made of these. */
const madeOf = (inside: Inside): Bars => {
  const made = inside.bars ? longerBars(inside.bars, 10 * MINUTE) : null;
  const bars = made ?? barsOfPrints(inside.prints ?? printsOf([]), 10 * MINUTE);
  return { ...bars, inside };
};

describe('X-2 the holes of a report', () => {
  it('X-2: minutes that are missing inside a longer bar are a hole, and holes that touch are one', () => {
    const all = minutes(0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 33, 34, 35, 36, 37, 38, 39);
    expect(inMinutes(all)).toEqual([
      [3, 5],
      [12, 33],
    ]);
    expect(inMinutes(madeOf({ bars: all, prints: null }))).toEqual([
      [3, 5],
      [12, 33],
    ]);
  });

  it('X-2: a bar that says something else than the minutes inside it is known without them', () => {
    const all = minutes(0, 1, 2, 5, 6, 7, 8, 9);
    const made = madeOf({ bars: all, prints: null });
    expect(inMinutes({ ...made, high: made.high.with(0, 7) })).toEqual([]);
  });

  it('X-2: trades that are missing leave a hole inside the bars that are made of trades', () => {
    const prints = printsOf([print(0, 5), print(3, 6), print(4, 5, true), print(8, 5), print(25, 6, true)]);
    expect(inMinutes(madeOf({ bars: null, prints, areBarsOfPrints: true }))).toEqual([
      [3, 4],
      [8, 25],
    ]);
    // Bars that are known by themselves have none.
    const known = barsOf(
      10 * MINUTE,
      [0, 1, 2].map((at) => ({ time: at * 10 * MINUTE, open: 5, high: 6, low: 5, close: 5, volume: 1 })),
    );
    expect(inMinutes({ ...known, inside: { bars: null, prints } })).toEqual([]);
  });
});

it('X-2: a hole goes from its beginning to before its end', () => {
  const holes = [
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ];
  const isKnown = knownOutside(holes);
  expect([9, 10, 19, 20, 29, 30, 39, 40].map(isKnown)).toEqual([true, false, false, true, true, false, false, true]);
  expect(knownOutside([])(5)).toBe(true);
});

it('X-2: minutes of which trades are missing are not compared with their candles', () => {
  const prints = printsOf([
    print(0, 5),
    print(1.5, 6),
    print(3, 5, true),
    print(3.5, 5),
    print(5, 6),
    print(7, 6, true),
  ]);
  const times = (of: Bars) => [...of.times].map((time) => time / MINUTE);
  expect(times(barsOfPrints(prints, MINUTE))).toEqual([0, 1, 3, 4, 5, 7]);
  expect(times(fullBarsOfPrints(prints, MINUTE))).toEqual([0, 4]);
});

/** A signal bot that is called at these minutes. */
function called(...calls: number[]) {
  const { deals, ...of } = settingsOf({ entry: 'now' });
  if (deals?.by !== 'signal') throw new Error('Signals open its deals.');
  const { bars: _, ...settings } = deals;
  const at = calls.map((minute) => ({
    at: START + minute * MINUTE,
    do: 'open' as const,
    price: big('0.53'),
    share: null,
  }));
  const plan: CalledDeals = { ...settings, bars: null, calls: at };
  return { ...of, deals: plan };
}
const traded = ({ fills }: ReturnType<typeof replayRun>): string[] =>
  fills.map(({ side, price, time }) => `${side} ${price.toFixed()} at ${(time - START) / MINUTE}`);

describe('X-2 nothing trades in a hole', () => {
  const prices = [...still(0.53, 3), ...still(0.531, 4), ...still(0.532, 3)];

  it('X-2: a deal that is due between two bars opens at the first price after the hole', () => {
    const holed = withoutBars(minutesAt(prices), 3, 7);
    expect(traded(replayRun(holed, 'drawn', called(4.5)))).toEqual(['BUY 0.532 at 7']);
    // At its end prices are known again, and right before its beginning.
    expect(traded(replayRun(holed, 'drawn', called(3)))).toEqual(['BUY 0.532 at 7']);
    expect(traded(replayRun(holed, 'drawn', called(7)))).toEqual(['BUY 0.532 at 7']);
    expect(traded(replayRun(holed, 'drawn', called(2.5)))).toEqual(['BUY 0.53 at 2.5']);
    expect(traded(replayRun(holed, 'drawn', called(7.5)))).toEqual(['BUY 0.532 at 7.5']);
  });

  it('X-2: so it is where minutes are missing inside a longer bar', () => {
    const all = minutesAt([...prices, ...still(0.533, 10)]);
    const shorter = withoutBars(all, 3, 7);
    const length = 20 * MINUTE;
    const whole = { ...longerBars(shorter, length), inside: { bars: shorter, prints: null } };
    const begins = (START % length) / MINUTE;
    expect(begins).toBe(10);
    expect(traded(replayRun(whole, 'drawn', called(4.5)))).toEqual(['BUY 0.532 at 7']);
  });

  it('X-2: trades are run as they came where some between them are missing', () => {
    const prints = printsOf([
      print(START / MINUTE, 0.53),
      print(START / MINUTE + 1, 0.531),
      print(START / MINUTE + 8, 0.535, true),
      print(START / MINUTE + 9, 0.534),
    ]);
    const whole = madeOf({ bars: null, prints, areBarsOfPrints: true });
    expect(traded(replayRun(whole, 'drawn', called(4)))).toEqual(['BUY 0.535 at 8']);
    expect(traded(replayRun(whole, 'drawn', called(0.5)))).toEqual(['BUY 0.53 at 0.5']);
  });

  it('X-2, PB-2: what a bar decided is missed where prices are known again more than a bar later', () => {
    const at = (hole: number, shift = 0) => {
      const all = minutesAt([...still(0.53, 12), 0.52, 0.52], undefined, START + shift);
      return traded(replayRun(withoutBars(all, 5, 5 + hole), 'drawn', settingsOf()));
    };
    expect(at(0)).toEqual(['BUY 0.5251 at 12']);
    expect(at(5)).toEqual(['BUY 0.5251 at 12']);
    expect(at(6)).toEqual([]);
    // A second more than a bar later.
    expect(at(5, SECOND)).toEqual([]);
  });

  it('X-2, PB-2: sellers that prevailed in a bar are missed as well', () => {
    const rows = {
      closes: [...CLOSES.slice(0, 39), 0.53],
      volumes: [...VOLUMES.slice(0, 39), 50_000],
      bought: [...TAKER_BOUGHT.slice(0, 39), 0],
    };
    const at = (hole: number) => {
      const all = minutesAt(still(0.53, 20), signalBars(rows));
      const settings = settingsOf({ entry: 'now', takeProfit: null });
      return traded(replayRun(withoutBars(all, 10, 10 + hole), 'drawn', settings));
    };
    expect(at(4)).toEqual([expect.stringContaining('BUY'), 'SELL 0.53 at 14']);
    expect(at(6)).toEqual([expect.stringContaining('BUY')]);
  });
});
