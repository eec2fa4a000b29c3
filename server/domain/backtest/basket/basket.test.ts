import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { basketBars, basketOf } from '../../../../tests/factories/past-baskets.ts';
import { big } from '../../../../tests/factories/worked-grids.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { type Bars, decimalOf } from '../bars.ts';
import { basketReport } from './basket-report.ts';
import { basketDecidesAlike } from './half-basket.ts';
import { type BasketFill, MemoryBasket } from './memory-basket.ts';
import { MinutePrices } from './minute-prices.ts';
import { type BasketReplaySettings, bookBaskets, replayBasket } from './replay-basket.ts';

const lineOf = ({ time, side, quantity, asset, price }: BasketFill): string =>
  `${time / MINUTE} ${side} ${quantity.toFixed()} ${asset} at ${price.toFixed()}`;
const both = (all: readonly Bars[], of: BasketReplaySettings) =>
  bookBaskets(all[0]?.times.length ?? 0, replayBasket(all, 'drawn', of), replayBasket(all, 'reversed', of));

describe('B-3, B-4, B-6 a basket over bars', () => {
  const flat = (price: number, minutes: number): number[] => Array.from({ length: minutes }, () => price);

  it('worked example basket-two: sells what is too much, then buys with what came in', () => {
    const of = basketOf({ btc: 100_000, bnb: 1000, money: '0', coins: ['0.0045', '0.55'] });
    const { fills, turns } = replayBasket([basketBars([100_000, 100_000]), basketBars([1000, 1000])], 'drawn', of);
    expect(fills.map(lineOf)).toEqual(['0 SELL 0.05 BNB at 1000', '0 BUY 0.00049 BTC at 100000']);
    expect(turns).toBe(1);
  });

  it('looks at each minute’s close, ten minutes after the last rebalancing at the earliest', () => {
    const of = basketOf({ btc: 100, bnb: 10 });
    const bars = [basketBars(flat(100, 30)), basketBars([...flat(10, 3), ...flat(14, 27)])];
    const { fills } = replayBasket(bars, 'drawn', of);
    expect(fills.slice(0, 2).map(lineOf)).toEqual(['0 BUY 5 BTC at 100', '0 BUY 49.502 BNB at 10']);
    expect(fills.slice(2).map(lineOf)).toEqual(['10 SELL 6.709 BNB at 14', '10 BUY 0.9832 BTC at 100']);
    const every = basketOf({ btc: 100, bnb: 10, when: { threshold: null, every: 20 * MINUTE } });
    expect(replayBasket(bars, 'drawn', every).fills[2]?.time).toBe(20 * MINUTE);
  });

  it('B-4 trades a difference from 1.05 of the least order on', () => {
    const tradesAt = (price: number) => {
      const bars = [basketBars([...flat(100, 9), ...flat(price, 9)]), basketBars(flat(10, 18))];
      return replayBasket(bars, 'drawn', basketOf({ btc: 100, bnb: 10, money: '40' })).fills.length;
    };
    expect([tradesAt(152), tradesAt(160)]).toEqual([2, 4]);
  });

  it('B-2 the counter currency is a part that may be too far from its target', () => {
    const [money, ...coins] = basketOf({ btc: 100, bnb: 10, coins: ['4.4', '44'], money: '120' }).assets;
    if (!money) throw new Error('A basket has a counter currency.');
    const targets = [big('0.2'), big('0.4'), big('0.4')];
    const assets = [money, ...coins].map((each, at) => Object.assign({}, each, { target: targets[at] ?? big(0) }));
    const of = { ...basketOf({ btc: 100, bnb: 10 }), assets, when: { threshold: big('0.07'), every: null } };
    const bars = [basketBars(flat(100, 12)), basketBars(flat(10, 12))];
    const { fills } = replayBasket(bars, 'drawn', of);
    expect(fills.map(({ side, asset }) => `${side} ${asset}`)).toEqual(['SELL BTC', 'SELL BNB']);
    // Each coin is five points too much later on, and the money ten too little.
    const fallen = [basketBars([...flat(100, 3), ...flat(180, 12)]), basketBars([...flat(10, 3), ...flat(18, 12)])];
    expect(replayBasket(fallen, 'drawn', of).fills).toHaveLength(4);
  });

  it('B-6 stops by its loss at a minute’s close and sells, or at a time and keeps', () => {
    const bars = [basketBars([100, 100, '100 100 50 100', ...flat(80, 5)]), basketBars(flat(10, 8))];
    const loss = basketOf({
      btc: 100,
      bnb: 10,
      when: { threshold: big('0.3'), every: null },
      stop: { loss: big('0.08'), at: null },
    });
    const ended = replayBasket(bars, 'drawn', loss);
    expect(ended.stopped).toEqual({ reason: 'loss', time: 4 * MINUTE });
    expect(ended.fills.slice(2).map(({ turn, side, asset }) => `${turn} ${side} ${asset}`)).toEqual([
      '0 SELL BTC',
      '0 SELL BNB',
    ]);
    expect(ended.result.total.toFixed(2)).toBe(ended.owned[0]?.minus(1000).toFixed(2));
    const time = basketOf({ btc: 100, bnb: 10, stop: { loss: null, at: 2 * MINUTE } });
    const kept = replayBasket(bars, 'drawn', time);
    expect([kept.stopped, kept.fills.length]).toEqual([{ reason: 'at', time: 2 * MINUTE }, 2]);
  });

  it('X-4 its orders are worse than the last price, fill by a part of a bar’s volume, and not beyond half a percent', () => {
    const bars = [basketBars([100, 100], { volume: 20 }), basketBars([10, 10], { volume: 20 })];
    const worse = basketOf({ btc: 100, bnb: 10, slippage: big('0.001'), spreadTicks: big(1) });
    const { fills } = replayBasket(bars, 'drawn', worse);
    expect(fills.map(({ price }) => price.toFixed())).toEqual(['100.11', '10.02']);
    const never = replayBasket(bars, 'drawn', basketOf({ btc: 100, bnb: 10, slippage: big('0.006') }));
    expect([never.fills, never.turns]).toEqual([[], 1]);
    const thin = [basketBars(flat(100, 21), { volume: 20 }), basketBars(flat(10, 21), { volume: 200 })];
    const shared = replayBasket(thin, 'drawn', basketOf({ btc: 100, bnb: 10, volumeShare: big('0.1') }));
    expect(shared.fills.slice(0, 4).map(lineOf)).toEqual([
      '0 BUY 2 BTC at 100',
      '0 BUY 20 BNB at 10',
      '10 BUY 2 BTC at 100',
      '10 BUY 20 BNB at 10',
    ]);
    const none = [basketBars(flat(100, 3), { volume: 0 }), basketBars(flat(10, 3))];
    const one = replayBasket(none, 'drawn', basketOf({ btc: 100, bnb: 10, volumeShare: big('0.1') }));
    expect(one.fills.map(({ asset }) => asset)).toEqual(['BNB']);
  });
});

describe('X-6 longer bars', () => {
  it('leave open what came first where something is done at a price within them; the worse reading counts', () => {
    const btc = basketBars(['100 100 100 100', '100 140 60 101', ...Array.from({ length: 8 }, () => '101')], {
      minutes: 30,
    });
    const bnb = basketBars(
      Array.from({ length: 10 }, () => 10),
      { minutes: 30 },
    );
    const { booked, other, ambiguous } = both([btc, bnb], basketOf({ btc: 100, bnb: 10 }));
    expect(ambiguous).toBe(1);
    expect(booked.result.total.lte(other.result.total)).toBe(true);
    expect(booked.result.total.eq(other.result.total)).toBe(false);
    const minutes = both(
      [basketBars(['100 100 100 100', '100 140 60 101']), basketBars([10, 10])],
      basketOf({ btc: 100, bnb: 10 }),
    );
    expect(minutes.ambiguous).toBe(0);
    // It rose without ever being beyond its ends: the same trades at the same price, a third of a bar earlier or later.
    const steady = basketBars(['100 100 100 100', '100 140 100 140', '140'], { minutes: 15 });
    const same = both([steady, basketBars([10, 10, 10], { minutes: 15 })], basketOf({ btc: 100, bnb: 10 }));
    expect([same.ambiguous, same.booked.fills.length]).toEqual([0, 4]);
    expect(same.booked.fills[2]?.time).not.toBe(same.other.fills[2]?.time);
  });
});

/** Prices of both pairs that wander by up to 8% a bar. */
const wandering = fc
  .array(fc.tuple(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -80, max: 80 }), fc.nat(60)), {
    minLength: 2,
    maxLength: 40,
  })
  .map((steps) => {
    let [btc, bnb] = [100, 10];
    const next = (open: number, move: number, reach: number): [string, number] => {
      const close = Math.round(open * (1 + move / 1000) * 100) / 100;
      const [high, low] = [Math.max(open, close) * (1 + reach / 1000), Math.min(open, close) * (1 - reach / 1000)];
      return [`${open} ${high.toFixed(2)} ${low.toFixed(2)} ${close}`, close];
    };
    const lines: [string, string][] = [];
    for (const [one, other, reach] of steps) {
      const [first, firstClose] = next(btc, one, reach);
      const [second, secondClose] = next(bnb, other, reach);
      lines.push([first, second]);
      [btc, bnb] = [firstClose, secondClose];
    }
    return lines;
  });

const volumesAt = (all: readonly Bars[], at: number) => all.map(({ volume }) => decimalOf(volume[at] ?? 0));

/** The same by asking at every minute’s close. */
function askedEachMinute(all: readonly Bars[], reading: 'drawn' | 'reversed', of: BasketReplaySettings): MemoryBasket {
  const run = new MemoryBasket(of, 0, volumesAt(all, 0));
  const minutes = all.map((bars) => new MinutePrices(bars, reading));
  const { times = new Float64Array(), interval = MINUTE } = all[0] ?? {};
  for (const [at, begin] of times.entries()) {
    for (const each of minutes) each.read(at);
    for (let minute = 0; minute < interval / MINUTE; minute += 1) {
      const prices = minutes.map(({ price }) => decimalOf(price[minute] ?? 0));
      run.look({ time: begin + (minute + 1) * MINUTE, prices, volumes: volumesAt(all, at) });
    }
  }
  return run;
}

describe('X-7 a look that can change nothing is passed over', () => {
  const settings = fc.record({
    threshold: fc.constantFrom('0.005', '0.02', '0.05', null),
    every: fc.constantFrom(60, 90),
    money: fc.constantFrom('12', '40', '1000'),
    loss: fc.constantFrom(null, '0.05', '0.2'),
    minutes: fc.constantFrom(1, 3, 15),
    reading: fc.constantFrom('drawn' as const, 'reversed' as const),
  });

  it('and the books are those of asking at every one', () => {
    fc.assert(
      fc.property(wandering, settings, (lines, { threshold, every, money, loss, minutes, reading }) => {
        const all = [0, 1].map((pair) =>
          basketBars(
            lines.map((line) => line[pair] ?? ''),
            { minutes, volume: 500 },
          ),
        );
        const of = basketOf({
          btc: 100,
          bnb: 10,
          money,
          when: { threshold: threshold === null ? null : big(threshold), every: every * MINUTE },
          stop: { loss: loss === null ? null : big(loss), at: null },
          volumeShare: big('0.1'),
        });
        const replay = replayBasket(all, reading, of);
        const asked = askedEachMinute(all, reading, of);
        expect(replay.fills.map(lineOf)).toEqual(asked.fills.map(lineOf));
        expect(replay.stopped).toEqual(asked.stopped);
        expect(replay.owned.map(String)).toEqual(asked.owned.map(String));
        // What it owns is what it was given and what its trades moved, and never below zero.
        const [money0, btc, bnb] = of.assets.map(({ name, given }) =>
          replay.fills.reduce(
            (sum, fill) => (name === 'USDT' ? sum.plus(fill.counter) : fill.asset === name ? sum.plus(fill.base) : sum),
            given,
          ),
        );
        expect(replay.owned.map(String)).toEqual([money0, btc, bnb].map(String));
        expect(replay.owned.every((held) => held.gte(0))).toBe(true);
        expect(replay.curve.at(-1)).toBeCloseTo(Number(replay.result.total.plus(replay.result.given)), 6);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('X-3 the half-run check of a basket', () => {
  /** Each bar as the one after it is: what is looked at then is known a bar too early. */
  const ahead = (bars: Bars): Bars => {
    const later = (column: Float64Array) => column.map((own, at) => column[at + 1] ?? own);
    return { ...bars, open: bars.open, high: later(bars.high), low: later(bars.low), close: later(bars.close) };
  };
  const prices = [
    100,
    100,
    100,
    101,
    99,
    100,
    102,
    101,
    100,
    99,
    100,
    104,
    126,
    150,
    150,
    ...Array.from({ length: 15 }, () => 149),
  ];
  const of = basketOf({ btc: 100, bnb: 10 });
  const alike = (all: readonly Bars[], by: (all: readonly Bars[]) => ReturnType<typeof replayBasket>) =>
    basketDecidesAlike(all, by(all), by);

  it('X-3: one that sees no bar before its time decides the same; reading one bar further is caught', () => {
    const all = [basketBars(prices), basketBars(prices.map(() => 10))];
    const honest = (bars: readonly Bars[]) => replayBasket(bars, 'drawn', of);
    const peeking = (bars: readonly Bars[]) => replayBasket(bars.map(ahead), 'drawn', of);
    expect(honest(all).fills).toHaveLength(4);
    expect([alike(all, honest), alike(all, peeking)]).toEqual([true, false]);
  });

  it('X-3: whatever the prices are, and in longer bars', () => {
    fc.assert(
      fc.property(wandering, fc.constantFrom(1, 15), (lines, minutes) => {
        const all = [0, 1].map((pair) =>
          basketBars(
            lines.map((line) => line[pair] ?? ''),
            { minutes },
          ),
        );
        expect(alike(all, (bars) => replayBasket(bars, 'reversed', of))).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('B-5, X-8 the report of a basket', () => {
  it('says what it held, what just holding the first mix would be, and its fees in the counter currency', () => {
    const prices = [...Array.from({ length: 5 }, () => 100), ...Array.from({ length: 25 }, () => 150)];
    const all = [basketBars(prices), basketBars(prices.map(() => 10))];
    const of = basketOf({ btc: 100, bnb: 10 });
    const report = basketReport(all, both(all, of), { of, checked: true });
    expect(report.basket).toMatchObject({ rebalancings: 2 });
    expect(report.basket?.assets.map(({ asset }) => asset)).toEqual(['BTC', 'BNB', 'USDT']);
    // 4.995 BTC and 49.452498 BNB at 150 and 10, with 4.98 USDT that were left.
    expect(report.holding.toFixed(3)).toBe('248.755');
    const [btc, bnb] = report.booked.deals === 4 ? (report.basket?.assets ?? []) : [];
    expect(btc?.worth.div(bnb?.worth ?? 1).toNumber()).toBeCloseTo(1, 2);
    expect(report.fees.counter.toFixed(4)).toBe('1.2490');
    expect(report.booked).toMatchObject({ roundCount: 0, deals: 4 });
    expect(report.booked.total.eq(report.booked.position)).toBe(true);
    expect(report.points.at(-1)).toMatchObject({ holding: expect.closeTo(1248.755, 2) });
    expect(report.points.reduce((sum, { buys, sells }) => sum + buys + sells, 0)).toBe(4);
    expect(report.figures).toMatchObject({ winRate: null, exposure: 1, outsideLines: 0 });
  });
});
