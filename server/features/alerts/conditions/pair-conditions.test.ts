import type { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConditionOf } from '#contracts/alert-conditions.ts';
import type { ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { conditionRow, DAY_START } from '../../../../tests/factories/condition-row.ts';
import { dice } from '../../../../tests/factories/episode-weather.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { BarCloses } from './bar-closes.ts';
import type { ConditionRow } from './condition-row.ts';
import { PairConditions } from './pair-conditions.ts';
import { QuietTrades } from './quiet-trades.ts';

const rsi = (interval: ClosingInterval): ConditionOf<'rsi'> => ({
  kind: 'rsi',
  length: 2,
  level: 50,
  direction: 'either',
  interval,
});

it.each(['taken', 'looked at where they are not quiet'])(
  'K-2: bars of several lengths close with the last trade before their end, as each length alone would: trades are %s',
  (way) => {
    const intervals = ['1m', '5m'] as const;
    const found: string[] = [];
    const expected: string[] = [];
    const trades = new QuietTrades();
    const noted = { trades, place: trades.open() };
    const pair = new PairConditions({
      table: new AlertTable(),
      noted,
      onFired: ({ num }, { time, price }) => num >= 0 && found.push(`${num} at ${time}: ${price.toFixed()}`),
    });
    const alone = intervals.map((interval, num) => {
      const table = new AlertTable();
      const bars = new BarCloses(interval, table);
      bars.open(rsi(interval)).add(table.add({ num, level: 50, type: 'PRICE_REACHES', informing: 'ALWAYS', seq: 1 }));
      return bars;
    });
    for (const [num, interval] of intervals.entries()) pair.upsert(conditionRow(num, rsi(interval)));
    // Its prices are due between the ends of bars.
    pair.upsert(conditionRow(-1, { kind: 'percent-move', direction: 'either', percent: 1.5, window: '1m' }));
    const { between, chance } = dice('bars');
    for (let time = DAY_START; time < DAY_START + 2 * DAY; time += between(1, 90) * SECOND) {
      const price = between(9_900, 10_100) / 100;
      const isTrade = chance(0.9);
      for (const [num, bars] of alone.entries())
        for (const { slots, price: close, time: end } of isTrade ? bars.take(time, price) : bars.tick(time))
          expected.push(...slots.map(() => `${num} at ${end}: ${close}`));
      const look = { time, price, late: false };
      if (!isTrade) pair.tick(time);
      else if (way === 'taken') pair.take(look);
      else if (!trades.pass(noted.place, price, { time })) pair.look(look, 0);
    }
    expect(expected.length).toBeGreaterThan(500);
    expect(found).toEqual(expected);
  },
);

it('K-10: an alert that is taken away does not fire, whatever it hangs on, and the others do', () => {
  const fired: number[] = [];
  const pair = new PairConditions({ table: new AlertTable(), onFired: ({ num }) => fired.push(num) });
  const line = (price: number): ConditionRow['condition'] => ({
    kind: 'trendline',
    from: { time: DAY_START, price },
    to: { time: DAY_START + DAY, price: price + 1 },
    straightIn: 'price',
    until: DAY_START + DAY,
    direction: 'up',
  });
  const move: ConditionRow['condition'] = { kind: 'percent-move', direction: 'up', percent: 3, window: '1m' };
  for (const [num, condition] of [line(101), line(102), line(103), move, move, rsi('1m'), rsi('1m')].entries())
    pair.upsert(conditionRow(num, condition));
  pair.take({ time: DAY_START, price: 100, late: false });
  for (const num of [0, 3, 5]) pair.remove(num);
  expect(pair.size).toBe(4);
  pair.remove(0);
  expect(pair.size).toBe(4);
  // Lines that stay are still themselves once others were added behind them.
  for (let num = 7; num < 12; num += 1) pair.upsert(conditionRow(num, line(200 + num)));
  pair.take({ time: DAY_START + MINUTE / 2, price: 102.5, late: false });
  expect(fired).toEqual([1]);
  pair.take({ time: DAY_START + MINUTE / 2 + SECOND, price: 104, late: false });
  expect(fired).toEqual([1, 4, 2]);
  pair.clear();
  expect(pair.size).toBe(0);
});

it('K-2: one that rests and is taken away is not armed again', () => {
  const fired: number[] = [];
  const pair = new PairConditions({ table: new AlertTable(), onFired: ({ num }) => fired.push(num) });
  const move: ConditionRow['condition'] = { kind: 'percent-move', direction: 'up', percent: 3, window: '1m' };
  const at = (seconds: number, price: number) => pair.take({ time: DAY_START + seconds * SECOND, price, late: false });
  for (const num of [1, 2]) pair.upsert(conditionRow(num, move));
  at(0, 100);
  at(1, 103);
  expect(fired).toEqual([1, 2]);
  pair.remove(1);
  at(90, 103);
  at(91, 106.1);
  expect(fired).toEqual([1, 2, 2]);
});

const direction = fc.constantFrom('up' as const, 'down' as const, 'either' as const);
const point = fc.integer({ min: 9_700, max: 10_300 }).map((hundredths) => hundredths / 100);
const anyCondition: fc.Arbitrary<ConditionRow['condition']> = fc.oneof(
  fc.record({
    kind: fc.constant('percent-move' as const),
    direction,
    percent: fc.constantFrom(0.1, 0.5, 1, 2),
    window: fc.constantFrom('1m' as const, '5m' as const),
  }),
  fc.record({
    kind: fc.constant('volume' as const),
    factor: fc.constantFrom(1.5, 2, 3),
    bars: fc.constant(5),
    interval: fc.constantFrom('1m' as const, '5m' as const),
  }),
  fc.record({ from: point, to: point, direction }).map(({ from, to, direction: way }) => ({
    kind: 'trendline' as const,
    from: { time: DAY_START, price: from },
    to: { time: DAY_START + DAY / 24, price: to },
    straightIn: 'price' as const,
    until: DAY_START + DAY,
    direction: way,
  })),
  fc.constant(rsi('1m')),
  fc.constant({ ...rsi('1m'), duringBar: true }),
);
/** A trade some ms after the one before, or a look at the clock; quantities that doubles add up exactly. */
const anyStep = fc.record({
  gap: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 40_000 })),
  // Small steps, so that most trades change nothing, and jumps.
  step: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: -150, max: 150 }) },
  ),
  quantity: fc.integer({ min: 0, max: 8 }),
  isTrade: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
  back: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  ),
});

/** History is read before a longer window begins (K-11): here the longest stands from the start. */
function beginLongest(pair: PairConditions): void {
  pair.upsert(conditionRow(-1, { kind: 'percent-move', direction: 'up', percent: 1, window: '5m' }));
  pair.remove(-1);
}

it('K-10: trades that are only noted change nothing of what fires, whatever waits', () => {
  let [noted, all] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyCondition, fc.boolean()), { minLength: 1, maxLength: 12 }),
      fc.array(anyStep, { minLength: 100, maxLength: 500 }),
      (ones, steps) => {
        const [quiet, fired] = [new QuietTrades(), { noting: [] as string[], looking: [] as string[] }];
        const place = quiet.open();
        const told = (name: keyof typeof fired) => (arming: { num: number }, at: { time: number; price: Big }) =>
          fired[name].push(`${arming.num} at ${at.time}: ${at.price.toFixed()}`);
        const noting = new PairConditions({
          table: new AlertTable(),
          noted: { trades: quiet, place },
          onFired: told('noting'),
        });
        const looking = new PairConditions({ table: new AlertTable(), onFired: told('looking') });
        beginLongest(noting);
        beginLongest(looking);
        let [time, price] = [DAY_START, 10_000];
        for (const [at, { gap, step, quantity, isTrade, back }] of steps.entries()) {
          // Alerts come one after the other, and the first of them go again.
          const [condition, isOnce] = (at % 16 === 0 && ones[at / 16]) || [];
          const informing = isOnce ? ('ONLY_ONCE' as const) : ('ALWAYS' as const);
          for (const pair of [noting, looking]) {
            if (condition) pair.upsert({ ...conditionRow(at, condition), informing });
            if (at > 300) pair.remove(at - 300);
          }
          time += gap;
          price = Math.max(9_000, Math.min(11_000, price + step));
          if (!isTrade) {
            for (const pair of [noting, looking]) pair.tick(time);
            continue;
          }
          const look = { time: time - back, price: price / 100, late: false };
          looking.take(look);
          looking.takeVolume(look, quantity);
          const isNoted = quiet.pass(place, look.price, { time: look.time, quantity });
          if (!isNoted) noting.look(look, quantity);
          noted += isNoted ? 1 : 0;
          all += 1;
        }
        expect(fired.noting).toEqual(fired.looking);
      },
    ),
    { numRuns: runs(600) },
  );
  expect(noted / all).toBeGreaterThan(0.2);
});
