import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { barsOf, type Prints } from './bars.ts';
import { barsInside, partingInside, printsInside } from './inside-bars.ts';
import { joinPrints } from './join-prints.ts';
import { barsOfPrints, longerBars, type Print, printsOf } from './prints.ts';
import { TradesReader } from './read-trades.ts';

const print = (time: number, price: number, more: Partial<Print> = {}): Print => ({
  time,
  price,
  volume: 1,
  missing: false,
  ...more,
});
const prints = (...all: Print[]) => printsOf(all);

function read(kind: 'aggTrades' | 'trades', lines: readonly string[]) {
  const reader = new TradesReader(kind);
  for (const line of lines) reader.take(line);
  return reader;
}

// As of https://data.binance.vision: microseconds since 2025.
const TIME = 1_735_689_600_000;
const AGG = [
  `10,0.5,100,20,22,${TIME}000,True,True`,
  `11,0.5,50,23,23,${TIME + 5}000,False,True`,
  `12,0.51,7,24,24,${TIME + 6}123,False,True`,
];

describe('X-2 files of trades', () => {
  it('X-2: aggTrades and trades are read in both units of time, those at one price as one', () => {
    const agg = read('aggTrades', AGG);
    const all = agg.prints();
    expect([[...all.times], [...all.price], [...all.volume]]).toEqual([
      [TIME, TIME + 6],
      [0.5, 0.51],
      [150, 7],
    ]);
    expect([agg.trades, agg.holes]).toEqual([5, 0]);
    const single = read('trades', [
      'id,price,qty,quoteQty,time,isBuyerMaker,isBestMatch',
      `20,0.5,100,50,1735689599999,True,True`,
      `22,0.5,50,25,1735689599999,False,True`,
    ]);
    expect([single.trades, single.holes, single.prints().missing[1]]).toEqual([2, 1, 1]);
  });

  it('X-2: a price that lasts is one for each minute, so that its volume stays where it was', () => {
    const all = read('aggTrades', [AGG[0] ?? '', `11,0.5,50,23,23,${TIME + MINUTE}000,False,True`]).prints();
    expect([...all.volume]).toEqual([100, 50]);
  });

  it.each<[string, 'aggTrades' | 'trades', string[], string]>([
    ['too few columns', 'aggTrades', ['1,2,3'], 'Line 1: 3 columns instead of 8.'],
    ['klines', 'trades', ['1,2,3,4,5,6,7,8,9,10,11,12'], 'Line 1: 12 columns instead of 7.'],
    [
      'no number',
      'aggTrades',
      ['10,x,1,20,20,1735689600000,True,True'],
      'Line 1, column 2: the price is not a number above 0.',
    ],
    [
      'a price of 0',
      'aggTrades',
      ['10,0,1,20,20,1735689600000,True,True'],
      'Line 1, column 2: the price is not a number above 0.',
    ],
    ['no amount', 'trades', ['10,1,-1,20,1735689600000,True,True'], 'Line 1, column 3: the amount is not a number.'],
    [
      'no time',
      'trades',
      ['10,1,1,20,17,True,True'],
      'Line 1, column 5: its time is not one in milliseconds or microseconds.',
    ],
    [
      'no id',
      'trades',
      ['1,1,1,20,1735689600000,True,True', 'x,1,1,20,1735689600000,True,True'],
      'Line 2, column 1: the number of a trade is not a whole number.',
    ],
    [
      'ids backwards',
      'aggTrades',
      ['10,1,1,21,20,1735689600000,True,True'],
      'Line 1, column 5: its last trade lies before its first one.',
    ],
    [
      'a line twice',
      'aggTrades',
      [AGG[0] ?? '', AGG[0] ?? ''],
      'Line 2, column 4: its trade is not after the one of the line before.',
    ],
    [
      'time backwards',
      'aggTrades',
      [AGG[2] ?? '', `13,1,1,25,25,${TIME}000,True,True`],
      'Line 2, column 6: it is earlier than the line before.',
    ],
  ])('X-2: %s is named with its line and column', (...[, kind, lines, sentence]) => {
    expect(() => read(kind, lines)).toThrow(sentence);
  });

  it('X-2: several are joined in the order of time, and overlaps must agree', () => {
    const first = prints(print(1, 5), print(3, 6), print(5, 5));
    const later = prints(print(3, 6), print(5, 5), print(9, 7));
    const joined = joinPrints([later, first]);
    expect('prints' in joined && [...joined.prints.times]).toEqual([1, 3, 5, 9]);
    const other = prints(print(2, 5.5), print(3, 6), print(9, 7));
    expect(joinPrints([first, prints(print(1, 5), print(3, 6.5), print(9, 7))])).toEqual({
      disagreement: { time: 3, sources: [0, 1] },
    });
    // One that only one of them has.
    expect(joinPrints([first, other])).toEqual({ disagreement: { time: 5, sources: [0, 1] } });
    // The first one ends within a moment.
    expect(joinPrints([first, prints(print(3, 6), print(5, 5), print(5, 6))])).toMatchObject({ prints: {} });
  });
});

describe('X-2 files of trades of whole days', () => {
  const day = (of: number, hour: number) => print(TIME + (of * 24 + hour) * 60 * MINUTE, 5);
  const missing = (...parts: [Prints, ...Prints[]]) => {
    const joined = joinPrints(parts);
    return 'prints' in joined ? [...joined.prints.missing] : [];
  };

  it('X-2: trades are missing where a day lies between two files, and not where one day follows the other', () => {
    expect(missing(prints(day(0, 1), day(0, 20)), prints(day(1, 3)))).toEqual([0, 0, 0]);
    expect(missing(prints(day(0, 1), day(0, 23)), prints(day(2, 0), day(2, 1)))).toEqual([0, 0, 1, 0]);
    expect(missing(prints(day(2, 0)), prints(day(0, 1)))).toEqual([0, 1]);
    // Files that overlap leave none between them.
    expect(missing(prints(day(0, 1), day(3, 1)), prints(day(3, 1), day(3, 2)))).toEqual([0, 0, 0]);
  });
});

describe('X-6 finer data inside bars', () => {
  const trades = prints(
    print(10, 5),
    print(MINUTE - 1, 7),
    print(3 * MINUTE, 6),
    print(3 * MINUTE + 1, 4),
    print(7 * MINUTE, 8, { missing: true }),
  );

  it('X-2: bars are made of trades: flat without any, and none where some are missing', () => {
    const bars = barsOfPrints(trades, MINUTE);
    expect([...bars.times].map((time) => time / MINUTE)).toEqual([0, 1, 2, 3, 7]);
    expect([...bars.open]).toEqual([5, 7, 7, 6, 8]);
    expect([...bars.high]).toEqual([7, 7, 7, 6, 8]);
    expect([...bars.low]).toEqual([5, 7, 7, 4, 8]);
    expect([...bars.close]).toEqual([7, 7, 7, 4, 8]);
    expect([...bars.volume]).toEqual([2, 0, 0, 2, 1]);
    const longer = longerBars(bars, 2 * MINUTE);
    expect([...longer.times].map((time) => time / MINUTE)).toEqual([0, 2, 6]);
    expect([longer.open[1], longer.high[1], longer.low[1], longer.close[1], longer.volume[1]]).toEqual([7, 7, 4, 4, 2]);
  });

  it('X-6: is used where it is all of a bar, and nowhere else', () => {
    const bars = barsOfPrints(trades, MINUTE);
    const inside = { prints: trades, bars: null };
    expect([0, 1, 3, 4].map((at) => printsInside(bars, at, inside))).toEqual([
      { begin: 0, end: 2 },
      null,
      { begin: 2, end: 4 },
      null,
    ]);
    const other = { ...bars, high: bars.high.with(0, 9) };
    expect(printsInside(other, 0, inside)).toBeNull();
    expect(printsInside({ ...bars, open: bars.open.with(0, 6) }, 0, inside)).toBeNull();
    const longer = longerBars(bars, 2 * MINUTE);
    expect(barsInside(longer, 0, { prints: null, bars })).toEqual({ begin: 0, end: 2 });
    expect(barsInside({ ...longer, low: longer.low.with(0, 1) }, 0, { prints: null, bars })).toBeNull();
  });

  it('X-2: finer data that tells something else about a whole bar is named by its time', () => {
    const minute = (at: number, close: number) => ({ time: at * MINUTE, open: 5, high: 9, low: 4, close, volume: 1 });
    const finer = barsOf(MINUTE, [minute(1, 5), minute(2, 5), minute(3, 6), minute(4, 6)]);
    const coarse = longerBars(finer, 2 * MINUTE);
    expect(partingInside(coarse, finer)).toBeNull();
    // The first bar is told in part only.
    expect(partingInside({ ...coarse, high: coarse.high.with(0, 99) }, finer)).toBeNull();
    expect(partingInside({ ...finer, high: finer.high.with(0, 99) }, finer)).toBeNull();
    expect(partingInside({ ...finer, high: finer.high.with(3, 99) }, finer)).toBeNull();
    expect(partingInside({ ...coarse, close: coarse.close.with(1, 5) }, finer)).toBe(2 * MINUTE);
  });
});
