import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTime, inTimeUnlessBusy } from './in-time.ts';

const MS = 40;

function beBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Has arrived, and is read a turn after the timers. */
async function arrived(): Promise<string> {
  await nextTurn();
  await nextTurn();
  return 'balances';
}

it('an answer that arrived while this process was busy is read before its time is over', async () => {
  const answers = [inTime(arrived(), MS), inTimeUnlessBusy(arrived(), MS)];
  beBusy(2 * MS);
  expect(await Promise.all(answers)).toEqual([null, 'balances']);
});

it('what does not come is given up, and what fails is thrown', async () => {
  expect(await inTimeUnlessBusy(new Promise(() => {}), MS)).toBeNull();
  await expect(inTimeUnlessBusy(Promise.reject(new Error('refused')), MS)).rejects.toThrow('refused');
});
