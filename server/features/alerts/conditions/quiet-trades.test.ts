import { describe, expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { conditionRow, DAY_START } from '../../../../tests/factories/condition-row.ts';
import { AlertTable } from '../levels/alert-table.ts';
import type { ConditionRow } from './condition-row.ts';
import { PairConditions } from './pair-conditions.ts';
import { QuietTrades } from './quiet-trades.ts';

it('K-2: a line that is added takes its side from the last price, also where that was only noted', () => {
  const fired: number[] = [];
  const [trades, table] = [new QuietTrades(), new AlertTable()];
  const noted = { trades, place: trades.open() };
  const pair = new PairConditions({ table, noted, onFired: ({ num }) => fired.push(num) });
  const line = (price: number): ConditionRow['condition'] => ({
    kind: 'trendline',
    from: { time: DAY_START, price },
    to: { time: DAY_START + DAY, price },
    straightIn: 'price',
    until: DAY_START + DAY,
    direction: 'either',
  });
  const look = (time: number, price: number) => pair.look({ time: DAY_START + time, price, late: false }, 0);
  pair.upsert(conditionRow(1, line(110)));
  look(0, 100);
  expect(trades.pass(noted.place, 100.9, { time: DAY_START + 1 })).toBe(true);
  pair.upsert(conditionRow(2, line(100.5)));
  look(2, 100.9);
  expect(fired).toEqual([]);
  look(3, 100.4);
  expect(fired).toEqual([2]);
});

/** A pair whose trades are looked at only where they are not quiet. */
function notedPair() {
  const fired: number[] = [];
  const [trades, table] = [new QuietTrades(), new AlertTable()];
  const noted = { trades, place: trades.open() };
  const pair = new PairConditions({ table, noted, onFired: (_, { time }) => fired.push(time - DAY_START) });
  const trade = (time: number, price: number): void => {
    if (trades.pass(noted.place, price, { time: DAY_START + time })) return;
    pair.look({ time: DAY_START + time, price, late: false }, 0);
  };
  return {
    pair,
    fired,
    trade,
    arm: (num: number, of: ConditionRow['condition']) => pair.upsert(conditionRow(num, of)),
  };
}

describe('K-10', () => {
  /** It rises by one a second. */
  const rising: ConditionRow['condition'] = {
    kind: 'trendline',
    from: { time: DAY_START, price: 100 },
    to: { time: DAY_START + 1_000, price: 101 },
    straightIn: 'price',
    until: DAY_START + DAY,
    direction: 'either',
  };

  it('K-7, K-10: a price that is just at a line reaches it', () => {
    const { fired, trade, arm } = notedPair();
    arm(1, { ...rising, to: { time: DAY_START + 1_000, price: 100 } });
    for (const [time, price] of [99.5, 99.7, 100].entries()) trade(time, price);
    expect(fired).toEqual([2]);
  });

  it('K-10: a trade that comes late does not move the line of the trade before it', () => {
    const { fired, trade, arm } = notedPair();
    arm(1, rising);
    trade(900, 102);
    // Above the line of its own time, and below that of the trade before it.
    trade(100, 100.5);
    expect(fired).toEqual([]);
    trade(900, 100.5);
    expect(fired).toEqual([900]);
  });

  it('K-10: a price that stands while its line passes it stays on the side where the clock found it', () => {
    const { pair, fired, trade, arm } = notedPair();
    arm(1, rising);
    trade(0, 100.5);
    pair.tick(DAY_START + 900);
    expect(fired).toEqual([900]);
    arm(2, rising);
    trade(900, 101.5);
    expect(fired).toEqual([900, 900]);
  });

  it('K-3, K-10: a price of the same moment counts also where the one before it came again', () => {
    const move = { kind: 'percent-move', direction: 'up', window: '1m' } as const;
    const { fired, trade, arm } = notedPair();
    arm(1, { ...move, percent: 3 });
    for (const price of [100, 99.5, 100]) trade(0, price);
    arm(2, { ...move, percent: 5 });
    trade(1, 102.5);
    expect(fired).toEqual([1]);
  });

  it('K-3, K-10: a price that came again unchanged stands until then for an alert that is added', () => {
    const move = { kind: 'percent-move', direction: 'either', window: '1m' } as const;
    const { fired, trade, arm } = notedPair();
    arm(1, { ...move, percent: 3 });
    trade(0, 100);
    trade(0, 101.5);
    trade(70_000, 101.5);
    arm(2, { ...move, percent: 1 });
    trade(70_000, 100);
    expect(fired).toEqual([70_000]);
  });
});

it('K-3: prices that were only noted count each at its own time, however many they are', () => {
  const fired: number[] = [];
  const [trades, table] = [new QuietTrades(), new AlertTable()];
  const noted = { trades, place: trades.open() };
  const pair = new PairConditions({ table, noted, onFired: (_, { time }) => fired.push(time - DAY_START) });
  const look = (time: number, price: number) => pair.look({ time: DAY_START + time, price, late: false }, 0);
  pair.upsert(conditionRow(1, { kind: 'percent-move', direction: 'up', percent: 3, window: '1m' }));
  look(0, 100);
  const areNoted = Array.from({ length: 1_000 }, (_, tenth) =>
    trades.pass(noted.place, 100 + tenth / 1_000, { time: DAY_START + tenth * 100 }),
  );
  expect(areNoted.every(Boolean)).toBe(true);
  // A minute before, 100.4 stood.
  look(100_000, 103.4119);
  expect(fired).toEqual([]);
  look(100_050, 103.4121);
  expect(fired).toEqual([100_050]);
});
