import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { MOVE_WINDOWS } from '#contracts/rules/move-windows.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { runs } from '../../../../tests/setup/property-runs.ts';
import { moveOf, PercentMove, rearmsUnder } from '../../../domain/conditions/percent-move.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { MoveWindows } from './move-windows.ts';
import { ThresholdBook } from './threshold-book.ts';

const START = 1_800_000_000_000;

function watched(conditions: readonly ConditionOf<'percent-move'>[]) {
  const table = new AlertTable();
  const windows = new MoveWindows(table);
  for (const [num, condition] of conditions.entries()) {
    const slot = table.add({ num, level: condition.percent, type: 'PRICE_REACHES', informing: 'ALWAYS', seq: 1 });
    windows.add(slot, condition, null);
  }
  return { take: (time: number, price: number) => windows.take(time, price).map((slot) => table.numOf(slot)), windows };
}

const condition = fc.record({
  kind: fc.constant('percent-move' as const),
  direction: fc.constantFrom('up' as const, 'down' as const),
  percent: fc.constantFrom(0.5, 1, 2, 3, 5),
  window: fc.constantFrom('1m' as const, '5m' as const),
});
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 9_000, max: 10_000 })), {
  minLength: 20,
  maxLength: 120,
});

it('K-3, K-10: many alerts of one pair fire as each of them alone would, a trade a second', () => {
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 12 }), steps, (conditions, trades) => {
      const { take } = watched(conditions);
      const alone = conditions.map(
        ({ direction, percent, window }) =>
          new PercentMove({ direction, percent, window: MOVE_WINDOWS[window], cooldown: MINUTE }),
      );
      let time = START;
      const fired = trades.map(([seconds, price]) => {
        time += seconds * SECOND;
        const expected = alone.flatMap((alert, num) => (alert.add(time, price / 100) ? [num] : []));
        return { found: take(time, price / 100).toSorted((one, other) => one - other), expected };
      });
      expect(fired.map(({ found }) => found)).toEqual(fired.map(({ expected }) => expected));
    }),
    { numRuns: runs(100) },
  );
});

/** One alert by plain search over all trades; it takes its side from the first one. */
function plain({ direction, percent, window }: ConditionOf<'percent-move'>) {
  const trades: { time: number; price: number; until: number }[] = [];
  let [state, restsUntil] = ['new', 0];
  const moveAt = (time: number): number => {
    const inside = trades.filter(({ until }) => until > time - MOVE_WINDOWS[window]).map(({ price }) => price);
    const last = inside.at(-1) ?? 0;
    const extremes = { lowest: Math.min(...inside), highest: Math.max(...inside) };
    const [up, down] = [moveOf(extremes, last, 'up'), moveOf(extremes, last, 'down')];
    return direction === 'either' ? Math.max(up, down) : direction === 'up' ? up : down;
  };
  return (time: number, price: number): boolean => {
    if (state === 'resting' && time >= restsUntil)
      state = moveAt(restsUntil) < rearmsUnder(percent) ? 'armed' : 'waiting';
    const before = trades.at(-1);
    if (before) before.until = time;
    trades.push({ time, price, until: Infinity });
    const move = moveAt(time);
    if (state === 'new') state = move < percent ? 'armed' : 'waiting';
    if (state === 'waiting' && move < rearmsUnder(percent)) state = 'armed';
    if (state !== 'armed' || move < percent) return false;
    [state, restsUntil] = ['resting', time + MINUTE];
    return true;
  };
}

it('K-3, K-10: alerts fire as by a search over all trades, in whatever pace these come', () => {
  const any = fc.record({
    kind: fc.constant('percent-move' as const),
    direction: fc.constantFrom('up' as const, 'down' as const, 'either' as const),
    percent: fc.constantFrom(0.1, 0.5, 1, 2, 3),
    window: fc.constantFrom('1m' as const, '5m' as const, '15m' as const),
  });
  const paced = fc.array(fc.tuple(fc.integer({ min: 0, max: 1_400 }), fc.integer({ min: 9_700, max: 10_000 })), {
    minLength: 50,
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 3 }), paced, (conditions, trades) => {
      const { take } = watched(conditions);
      const alone = conditions.map(plain);
      let time = START;
      const fired = trades.map(([gap, price]) => {
        time += gap;
        const expected = alone.flatMap((add, num) => (add(time, price / 100) ? [num] : []));
        return { found: take(time, price / 100).toSorted((one, other) => one - other), expected };
      });
      expect(fired.map(({ found }) => found)).toEqual(fired.map(({ expected }) => expected));
    }),
    { numRuns: runs(150) },
  );
});

it('K-3: finds a move within one second, and one that began before it', () => {
  const { take } = watched([{ kind: 'percent-move', direction: 'up', percent: 3, window: '1m' }]);
  expect([100, 99.9, 99.95, 99.92, 102.8, 102.897].map((price, at) => take(START + at * 100, price))).toEqual([
    [],
    [],
    [],
    [],
    [],
    [0],
  ]);
});

it('K-3: rests that end between two trades are each judged by the window at their own end', () => {
  const { take } = watched([
    { kind: 'percent-move', direction: 'down', percent: 0.5, window: '1m' },
    { kind: 'percent-move', direction: 'up', percent: 0.5, window: '1m' },
  ]);
  const at = (s: number, price: number) => take(START + s * SECOND, price);
  // Down rests until 116 s, where 94.27 is still the highest price, and up until 125 s, where it is not any more.
  expect([at(4, 90), at(5, 91.26), at(16, 97.86), at(56, 94.27), at(62, 90), at(65, 90.45), at(66, 90)]).toEqual([
    [],
    [1],
    [],
    [0],
    [],
    [1],
    [],
  ]);
  expect([at(87, 90.54), at(125, 90)]).toEqual([[], []]);
});

it('K-3: either way, and every window by itself', () => {
  const { take } = watched([
    { kind: 'percent-move', direction: 'either', percent: 2, window: '1m' },
    { kind: 'percent-move', direction: 'either', percent: 4, window: '5m' },
  ]);
  const at = (s: number, price: number) => take(START + s * SECOND, price);
  expect([at(0, 100), at(30, 98), at(100, 97), at(200, 96), at(290, 95.5)]).toEqual([[], [0], [], [1], []]);
});

it('K-2: the price that stands when an alert is added is its first side', () => {
  const table = new AlertTable();
  const windows = new MoveWindows(table);
  const add = (num: number, percent: number) => {
    const slot = table.add({ num, level: percent, type: 'PRICE_REACHES', informing: 'ONLY_ONCE', seq: 1 });
    windows.add(slot, { kind: 'percent-move', direction: 'up', percent, window: '1m' }, null);
  };
  add(1, 50);
  for (const [s, price] of [
    [0, 100],
    [10, 102.95],
  ] as const)
    windows.take(START + s * SECOND, price);
  add(2, 3);
  add(3, 2.9);
  const fired = (s: number, price: number) => windows.take(START + s * SECOND, price).map((slot) => table.numOf(slot));
  expect(fired(11, 103)).toEqual([2]);
  expect([fired(12, 102.85), fired(13, 102.79), fired(14, 102.9)]).toEqual([[], [], [3]]);
});

it('K-3: a move that equals what it is armed under waits on, and the smallest one is armed again as well', () => {
  const table = new AlertTable();
  const book = new ThresholdBook(table, rearmsUnder);
  const slot = table.add({ num: 1, level: 3, type: 'PRICE_REACHES', informing: 'ALWAYS', seq: 1 });
  book.add(slot, { restsUntil: START, value: null });
  book.endRests(START, () => rearmsUnder(3));
  expect([book.take(3, START), book.take(2.89, START + 1), book.take(3, START + 2)]).toEqual([[], [], [slot]]);
  expect([rearmsUnder(3), rearmsUnder(0.1)]).toEqual([2.9, 0.05]);
});

it('K-3: within a second, a price between its others fires as well, and the last one stands on', () => {
  const either = watched([{ kind: 'percent-move', direction: 'either', percent: 3, window: '1m' }]);
  expect([103, 100, 103].map((price, at) => either.take(START + at * 100, price))).toEqual([[], [], [0]]);
  const up = watched([{ kind: 'percent-move', direction: 'up', percent: 3, window: '1m' }]);
  expect([100, 101, 100.5].map((price, at) => up.take(START + at * 100, price))).toEqual([[], [], []]);
  expect(up.take(START + 70 * SECOND, 103.6)).toEqual([0]);
});
