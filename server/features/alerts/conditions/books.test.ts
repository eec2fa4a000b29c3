import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { CLOSES, VOLUMES } from '../../../../tests/factories/worked-bars.ts';
import { dice } from '../../../../tests/factories/episode-weather.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { SeriesCrossing } from '../../../domain/conditions/series-crossing.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { BarCloses } from './bar-closes.ts';
import { CrossingBook } from './crossing-book.ts';
import { LineBook } from './line-book.ts';
import { PairVolumes } from './pair-volumes.ts';
import { VolumeBars } from './volume-bars.ts';

const START = 1_800_000_000_000;
const TYPES = { up: 'PRICE_RISES_ABOVE', down: 'PRICE_DROPS_BELOW', either: 'PRICE_REACHES' } as const;
type Way = keyof typeof TYPES;

function tableOf(informing: 'ALWAYS' | 'ONLY_ONCE' = 'ALWAYS') {
  const table = new AlertTable();
  const add = (num: number, level: number, way: Way = 'either') =>
    table.add({ num, level, type: TYPES[way], informing, seq: 1 });
  return { table, add, nums: (slots: readonly number[]) => slots.map((slot) => table.numOf(slot)) };
}

describe('K-5 crossings', () => {
  it('many alerts of one series fire as each of them alone would', () => {
    const alert = fc.tuple(fc.constantFrom<Way>('up', 'down', 'either'), fc.integer({ min: 0, max: 10 }));
    const value = fc.integer({ min: 0, max: 20 }).map((fives) => fives / 2);
    fc.assert(
      fc.property(
        fc.array(alert, { minLength: 1, maxLength: 20 }),
        fc.array(value, { maxLength: 60 }),
        (ones, bars) => {
          const { table, add, nums } = tableOf();
          const book = new CrossingBook(table);
          for (const [num, [way, level]] of ones.entries()) book.add(add(num, level * 10, way));
          const alone = ones.map(() => new SeriesCrossing());
          const expected = bars.map((bar) =>
            ones.flatMap(([way, level], num) => {
              const crossing = alone[num]?.add(bar * 10, level * 10);
              return crossing && (way === 'either' || way === crossing) ? [num] : [];
            }),
          );
          const found = bars.map((bar) => nums(book.take(bar * 10)).toSorted((one, other) => one - other));
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('also when some are added and removed between the bars', () => {
    const at = fc.integer({ min: 0, max: 30 });
    const alert = fc.record({
      way: fc.constantFrom<Way>('up', 'down', 'either'),
      level: fc.integer({ min: 0, max: 10 }),
      from: at,
      until: at,
    });
    const value = fc.integer({ min: 0, max: 20 }).map((fives) => fives / 2);
    fc.assert(
      fc.property(
        fc.array(alert, { minLength: 1, maxLength: 20 }),
        fc.array(value, { minLength: 1, maxLength: 30 }),
        (ones, bars) => {
          const { table, add } = tableOf();
          const book = new CrossingBook(table);
          const all = ones.map((one, num) => ({
            ...one,
            slot: add(num, one.level * 10, one.way),
            alone: new SeriesCrossing(),
          }));
          for (const [bar, close] of bars.entries()) {
            for (const { slot } of all.filter(({ from }) => from === bar)) book.add(slot);
            for (const { slot } of all.filter(({ from, until }) => from < bar && until === bar))
              expect(book.remove(slot)).toBe(true);
            const here = all.filter(({ from, until }) => from <= bar && (until > bar || until <= from));
            expect(new Set(book.slots())).toEqual(new Set(here.map(({ slot }) => slot)));
            const expected = here.filter(({ alone, way, level }) => {
              const crossing = alone.add(close * 10, level * 10);
              return crossing && (way === 'either' || way === crossing);
            });
            const [from, to] = [book.quietFrom, book.quietTo];
            const isQuiet = close * 10 >= from && close * 10 <= to;
            const found = book.take(close * 10);
            expect(new Set(found)).toEqual(new Set(expected.map(({ slot }) => slot)));
            expect(found).toHaveLength(expected.length);
            if (isQuiet) expect(found).toEqual([]);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('of a difference, 0 is no side', () => {
    const { table, add, nums } = tableOf();
    const book = new CrossingBook(table);
    book.add(add(1, 0));
    expect([-1, 0, -1, 0, 1, 0, 1, -1].map((value) => nums(book.take(value)))).toEqual([
      [],
      [],
      [],
      [],
      [1],
      [],
      [],
      [1],
    ]);
  });

  it('one that is removed while the value is equal to its level holds no value back', () => {
    const { table, add, nums } = tableOf();
    const book = new CrossingBook(table);
    const [low, high] = [add(1, 30), add(2, 40)];
    for (const slot of [low, high]) book.add(slot);
    expect([50, 30].map((value) => nums(book.take(value)))).toEqual([[], [2]]);
    expect([book.quietFrom, book.quietTo]).toEqual([30, 40]);
    expect(book.remove(low)).toBe(true);
    expect([book.quietFrom, book.quietTo]).toEqual([-Infinity, 40]);
  });

  it('an alert that fires once is gone', () => {
    const { table, add, nums } = tableOf('ONLY_ONCE');
    const book = new CrossingBook(table);
    book.add(add(1, 30));
    expect([40, 20, 40].map((value) => nums(book.take(value)))).toEqual([[], [1], []]);
    expect(book.size).toBe(0);
  });
});

describe('K-2, K-6 bars', () => {
  const rsi = { kind: 'rsi', length: 2, level: 30, direction: 'either', interval: '1m' } as const;
  /** Two alerts; so many bars that the next one counts, of a price that rises and falls by turns. */
  function warm() {
    const { table, add, nums } = tableOf();
    const bars = new BarCloses('1m', table);
    const book = bars.open(rsi);
    book.add(add(1, 30, 'down'));
    const begin = Math.floor(START / MINUTE) * MINUTE;
    const count = 250 + 25 * 2;
    for (let bar = 0; bar <= count; bar += 1) bars.take(begin + bar * MINUTE, bar % 2 === 0 ? 100 : 101);
    return { bars, end: begin + (count + 1) * MINUTE, nums };
  }

  it('a value of an open bar never fires: its end does, by the first trade after it', () => {
    const { bars, end, nums } = warm();
    expect(bars.take(end - MINUTE + 1, 104)).toEqual([]);
    expect(bars.take(end, 104)).toEqual([]);
    for (const price of [80, 70]) expect(bars.take(end + 5, price)).toEqual([]);
    const [fired] = bars.take(end + MINUTE, 69);
    expect(fired && { ...fired, slots: nums(fired.slots) }).toEqual({ slots: [1], price: 70, time: end + MINUTE });
  });

  it('or two seconds after its end', () => {
    const { bars, end } = warm();
    bars.take(end, 104);
    bars.take(end + 5, 70);
    expect(bars.tick(end + MINUTE + 2 * SECOND - 1)).toEqual([]);
    expect(bars.tick(end + MINUTE + 2 * SECOND)).toMatchObject([{ time: end + MINUTE, price: 70 }]);
    expect(bars.tick(end + MINUTE + 3 * SECOND)).toEqual([]);
  });

  it('the first value after the warm-up sets the side, and the next one may fire', () => {
    const { table, add } = tableOf();
    const bars = new BarCloses('1m', table);
    bars.open({ ...rsi, level: 50 }).add(add(1, 50));
    const ends = Array.from({ length: 310 }, (_, bar) => bars.take(START + bar * MINUTE, bar % 2 === 0 ? 100 : 110));
    // The end of a bar is told with the next one.
    expect(ends.findIndex((fired) => fired.length > 0)).toBe(250 + 25 * 2 + 2);
  });

  it('nothing counts before the warm-up is over', () => {
    const { table, add } = tableOf();
    const bars = new BarCloses('1m', table);
    bars.open(rsi).add(add(1, 30));
    const fired = CLOSES.flatMap((close, bar) => bars.take(START + bar * MINUTE, close));
    expect(fired).toEqual([]);
  });
});

it('K-4: volume fires once a bar, as soon as the running bar reaches its factor', () => {
  const { table, add, nums } = tableOf();
  const volume = new VolumeBars({ interval: '1m', bars: 20 }, table);
  const begin = Math.floor(START / MINUTE) * MINUTE;
  for (const [bar, traded] of VOLUMES.slice(0, 38).entries()) volume.take(begin + bar * MINUTE, traded);
  volume.add(add(1, 2.5), null);
  const at = begin + 38 * MINUTE;
  const taken = [3_717, 0.4, 0.1, 5_000].map((quantity, second) => nums(volume.take(at + second * SECOND, quantity)));
  expect(taken).toEqual([[], [], [1], []]);
  expect(nums(volume.take(at + MINUTE, 1_000))).toEqual([]);
});

it('K-4: the series of a pair fire as each of them alone would', () => {
  const [together, apart] = [tableOf(), tableOf()];
  const series = (['1m', '5m'] as const).map((interval) => ({ kind: 'volume', factor: 2, bars: 3, interval }) as const);
  const pair = new PairVolumes(together.table);
  const alone = series.map((of) => new VolumeBars(of, apart.table));
  for (const [num, of] of series.entries()) {
    pair.open(of).add(together.add(num, of.factor), null);
    alone[num]?.add(apart.add(num, of.factor), null);
  }
  const { between } = dice('volumes');
  const found: string[] = [];
  const expected: string[] = [];
  for (let time = START; time < START + 6 * HOUR; time += between(1, 40) * SECOND) {
    const quantity = between(0, 10) === 10 ? between(1, 60) : between(0, 5);
    found.push(...together.nums(pair.take(time, quantity)).map((num) => `${num} at ${time}`));
    expected.push(...alone.flatMap((bars) => apart.nums(bars.take(time, quantity))).map((num) => `${num} at ${time}`));
  }
  expect(expected.length).toBeGreaterThan(20);
  expect(found).toEqual(expected);
});

describe('K-7 trend lines', () => {
  /** From 100 to 110 in an hour. */
  const line = (direction: Way, straightIn: 'price' | 'percent' = 'price'): ConditionOf<'trendline'> => ({
    kind: 'trendline',
    from: { time: START, price: 100 },
    to: { time: START + HOUR, price: 110 },
    straightIn,
    until: START + 2 * HOUR,
    direction,
  });
  function book(condition: ConditionOf<'trendline'>, informing: 'ALWAYS' | 'ONLY_ONCE' = 'ALWAYS') {
    const { table, add, nums } = tableOf(informing);
    const lines = new LineBook(table);
    lines.add(add(1, 0, condition.direction), condition, null);
    return (minute: number, price: number) => nums(lines.take(START + minute * MINUTE, price));
  }

  it('a price crosses the level of its own moment', () => {
    const at = book(line('up'));
    expect([at(0, 99), at(30, 104.99), at(30.01, 105.01), at(30.02, 104), at(31, 200)]).toEqual([[], [], [1], [], []]);
  });

  it('a line crosses a price that stands', () => {
    const at = book(line('down'));
    const looks = Array.from({ length: 1_860 }, (_, second) => at(second / 60, 105));
    expect(looks.findIndex((fired) => fired.length > 0)).toBe(1_800);
    expect(looks.flat()).toEqual([1]);
  });

  it('rests for a minute, then waits until the price has left it by a tenth of a percent', () => {
    const at = book(line('either'));
    expect([at(0, 99), at(0.1, 101)]).toEqual([[], [1]]);
    expect([at(0.5, 99), at(1.2, 100.21), at(1.3, 100.2)]).toEqual([[], [], []]);
    expect([at(1.4, 105), at(1.5, 99)]).toEqual([[], [1]]);
  });

  it('a price that left it after its rest is seen, though nothing is near', () => {
    const level = { ...line('either'), from: { time: START, price: 100 }, to: { time: START + HOUR, price: 100 } };
    const at = book(level);
    expect([at(0, 99.9), at(0.1, 100.05), at(1, 100.05), at(1.2, 100.3), at(1.3, 99.9)]).toEqual([
      [],
      [1],
      [],
      [],
      [1],
    ]);
  });

  it('one that waits for the price to leave it sees a price that has just left it, and fires again', () => {
    const at = book({ ...line('either'), to: { time: START + HOUR, price: 100 } });
    expect([at(0, 99.9), at(0.1, 100.05), at(1.2, 100.05), at(1.3, 100.15), at(1.4, 99.95)]).toEqual([
      [],
      [1],
      [],
      [],
      [1],
    ]);
  });

  it('a steep one that was far away is looked at in time', () => {
    const { table, add, nums } = tableOf();
    const lines = new LineBook(table);
    const flat = { ...line('either'), from: { time: START, price: 112.2 }, to: { time: START + HOUR, price: 112.2 } };
    // 9.5 a minute.
    const steep = { ...line('down'), to: { time: START + HOUR, price: 670 } };
    lines.add(add(1, 0), flat, null);
    lines.add(add(2, 0, 'down'), steep, null);
    const looks = Array.from({ length: 120 }, (_, second) =>
      nums(lines.take(START + second * SECOND, second < 50 ? 112 : 112.3)),
    );
    expect(looks.flatMap((fired, second) => fired.map((num) => [num, second]))).toEqual([
      [1, 50],
      [2, 78],
    ]);
  });

  it('ends at its time', () => {
    const at = book(line('up'));
    expect([at(119, 50), at(120, 200)]).toEqual([[], []]);
  });

  it('fires as a search over every look would, for lines of any slope and prices that jump', () => {
    const point = fc.integer({ min: 80, max: 120 });
    const price = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 9_000, max: 11_000 }));
    fc.assert(
      fc.property(point, point, fc.array(price, { minLength: 2, maxLength: 80 }), (from, to, looks) => {
        const of = { ...line('either'), from: { time: START, price: from }, to: { time: START + HOUR, price: to } };
        const at = book({ ...of, until: START + 10 * HOUR }, 'ONLY_ONCE');
        let [second, before, done] = [0, 0, false];
        const fired = looks.map(([gap, hundredths]) => {
          second += gap;
          const now = hundredths / 100 - (from + ((to - from) * second) / 3_600);
          const crosses = !done && ((before < 0 && now >= 0) || (before > 0 && now <= 0));
          done ||= crosses;
          before = now;
          return { found: at(second / 60, hundredths / 100), expected: crosses ? [1] : [] };
        });
        expect(fired.map(({ found }) => found)).toEqual(fired.map(({ expected }) => expected));
      }),
      { numRuns: runs(200) },
    );
  });
});
