import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTurns } from './in-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each item takes two milliseconds. */
function page() {
  const handled: number[] = [];
  const state = { time: 0, isHidden: false };
  const handle = inTurns(
    ({ n }: { n: number }) => {
      handled.push(n);
      state.time += 2;
    },
    { now: () => state.time, isHidden: () => state.isHidden },
  );
  return { handled, state, send: (...all: number[]) => all.forEach((n) => handle({ n })) };
}

it('handles in the task at hand what fits into it, and the rest in order in tasks of its own', async () => {
  const { handled, send } = page();
  send(1, 2, 3, 4, 5, 6, 7);
  expect(handled).toEqual([1, 2, 3]);
  await vi.runOnlyPendingTimersAsync();
  expect(handled).toEqual([1, 2, 3, 4, 5, 6]);
  send(8);
  expect(handled).toEqual([1, 2, 3, 4, 5, 6]);
  await vi.runOnlyPendingTimersAsync();
  expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('has the time of a whole turn again in the next task', async () => {
  const { handled, send } = page();
  send(1, 2);
  await vi.runOnlyPendingTimersAsync();
  send(3, 4, 5);
  expect(handled).toEqual([1, 2, 3, 4, 5]);
  expect(vi.getTimerCount()).toBe(1);
  await vi.runAllTimersAsync();
  expect(vi.getTimerCount()).toBe(0);
});

it('handles all at once in a hidden page, whose timers are slow', async () => {
  const { handled, state, send } = page();
  send(1, 2, 3, 4, 5);
  state.isHidden = true;
  // It does not overtake those that still wait.
  send(6);
  await vi.runOnlyPendingTimersAsync();
  send(7, 8, 9);
  expect(handled).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('goes on with the others after one that fails', async () => {
  const handled: number[] = [];
  let time = 0;
  const handle = inTurns(
    ({ n }: { n: number }) => {
      time += 6;
      if (n === 1) throw new Error('It failed.');
      handled.push(n);
    },
    { now: () => time, isHidden: () => false },
  );
  expect(() => handle({ n: 1 })).toThrow('It failed.');
  for (const n of [2, 3]) handle({ n });
  await vi.runAllTimersAsync();
  expect(handled).toEqual([2, 3]);
});
