import { expect, it } from 'vitest';
import type { ConditionOf } from '#contracts/alert-conditions.ts';
import type { ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { dice } from '../../../../tests/factories/episode-weather.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { BarCloses } from './bar-closes.ts';
import { type ConditionRow, PairConditions } from './pair-conditions.ts';

const START = 1_800_000_000_000 - (1_800_000_000_000 % DAY);
const rsi = (interval: ClosingInterval): ConditionOf<'rsi'> => ({
  kind: 'rsi',
  length: 2,
  level: 50,
  direction: 'either',
  interval,
});
const rowOf = (num: number, condition: ConditionRow['condition']): ConditionRow => ({
  num,
  market: 'binance',
  symbol: 'XRPUSDT',
  condition,
  informing: 'ALWAYS',
  seq: 1,
  armedAt: START,
  executedAt: null,
});

it('K-2: bars of several lengths close with the last trade before their end, as each length alone would', () => {
  const intervals = ['1m', '5m'] as const;
  const found: string[] = [];
  const pair = new PairConditions({
    table: new AlertTable(),
    onFired: ({ num }, { time, price }) => found.push(`${num} at ${time}: ${price.toFixed()}`),
  });
  const alone = intervals.map((interval, num) => {
    const table = new AlertTable();
    const bars = new BarCloses(interval, table);
    bars.open(rsi(interval)).add(table.add({ num, level: 50, type: 'PRICE_REACHES', informing: 'ALWAYS', seq: 1 }));
    return bars;
  });
  for (const [num, interval] of intervals.entries()) pair.upsert(rowOf(num, rsi(interval)));
  const { between, chance } = dice('bars');
  const expected: string[] = [];
  for (let time = START; time < START + 2 * DAY; time += between(1, 90) * SECOND) {
    const price = between(9_900, 10_100) / 100;
    const isTrade = chance(0.9);
    for (const [num, bars] of alone.entries())
      for (const { slots, price: close, time: end } of isTrade ? bars.take(time, price) : bars.tick(time))
        expected.push(...slots.map(() => `${num} at ${end}: ${close}`));
    if (isTrade) pair.take({ time, price, late: false });
    else pair.tick(time);
  }
  expect(expected.length).toBeGreaterThan(500);
  expect(found).toEqual(expected);
});

it('K-10: an alert that is taken away does not fire, whatever it hangs on, and the others do', () => {
  const fired: number[] = [];
  const pair = new PairConditions({ table: new AlertTable(), onFired: ({ num }) => fired.push(num) });
  const line = (price: number): ConditionRow['condition'] => ({
    kind: 'trendline',
    from: { time: START, price },
    to: { time: START + DAY, price: price + 1 },
    straightIn: 'price',
    until: START + DAY,
    direction: 'up',
  });
  const move: ConditionRow['condition'] = { kind: 'percent-move', direction: 'up', percent: 3, window: '1m' };
  for (const [num, condition] of [line(101), line(102), line(103), move, move, rsi('1m'), rsi('1m')].entries())
    pair.upsert(rowOf(num, condition));
  pair.take({ time: START, price: 100, late: false });
  for (const num of [0, 3, 5]) pair.remove(num);
  expect(pair.size).toBe(4);
  pair.remove(0);
  expect(pair.size).toBe(4);
  // Lines that stay are still themselves once others were added behind them.
  for (let num = 7; num < 12; num += 1) pair.upsert(rowOf(num, line(200 + num)));
  pair.take({ time: START + MINUTE / 2, price: 102.5, late: false });
  expect(fired).toEqual([1]);
  pair.take({ time: START + MINUTE / 2 + SECOND, price: 104, late: false });
  expect(fired).toEqual([1, 4, 2]);
  pair.clear();
  expect(pair.size).toBe(0);
});

it('K-2: one that rests and is taken away is not armed again', () => {
  const fired: number[] = [];
  const pair = new PairConditions({ table: new AlertTable(), onFired: ({ num }) => fired.push(num) });
  const move: ConditionRow['condition'] = { kind: 'percent-move', direction: 'up', percent: 3, window: '1m' };
  const at = (seconds: number, price: number) => pair.take({ time: START + seconds * SECOND, price, late: false });
  for (const num of [1, 2]) pair.upsert(rowOf(num, move));
  at(0, 100);
  at(1, 103);
  expect(fired).toEqual([1, 2]);
  pair.remove(1);
  at(90, 103);
  at(91, 106.1);
  expect(fired).toEqual([1, 2, 2]);
});
