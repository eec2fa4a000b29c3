import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gathered } from './gathered.ts';

function doubling() {
  const batches: number[][] = [];
  const double = gathered(async (asked: readonly number[]) => {
    batches.push([...asked]);
    if (asked.includes(13)) throw new Error('not 13');
    return asked.map((one) => one * 2);
  });
  return { batches, double };
}

it('asks what came in one turn at once, and answers each its own', async () => {
  const { batches, double } = doubling();
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2]);
  expect(batches).toEqual([[1, 2, 1]]);
});

it('asks anew for what comes while others wait for their answer', async () => {
  const { batches, double } = doubling();
  const early = double(1);
  await nextTurn();
  expect(batches).toEqual([[1]]);
  expect(await Promise.all([early, double(1)])).toEqual([2, 2]);
  expect(batches).toEqual([[1], [1]]);
});

it('fails for those that were asked together, and for no other', async () => {
  const { double } = doubling();
  const failed = await Promise.allSettled([double(13), double(1)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(1)).toBe(2);
});
