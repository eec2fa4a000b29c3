import { expect, it } from 'vitest';
import { createLog } from '../../lib/log.ts';
import { type IsOwn, wholePartition } from './partition.ts';
import { whileOwner } from './while-owner.ts';

const log = createLog('silent');

/** A partition whose owner is decided by the test. */
function decided(first: boolean) {
  let change: (isOwn: IsOwn) => void = () => {};
  return {
    give: (own: boolean) => change(() => own),
    partition: {
      join: async (onChange: (isOwn: IsOwn) => void) => {
        change = onChange;
        return () => first;
      },
      leave: async () => {},
    },
  };
}

function work() {
  const done: string[] = [];
  return { done, start: () => void done.push('start'), stop: async () => void done.push('stop') };
}

it('runs while this process is the owner, and not twice', async () => {
  const { partition, give } = decided(false);
  const { done, ...some } = work();
  const engine = whileOwner({ partition, name: 'bot', log }, some);
  await engine.start();
  expect(done).toEqual([]);
  give(true);
  give(true);
  give(false);
  give(true);
  await engine.stop();
  expect(done).toEqual(['start', 'stop', 'start', 'stop']);
});

it('of a process that is alone runs from start to stop', async () => {
  const { done, ...some } = work();
  const engine = whileOwner({ partition: wholePartition, name: 'bot', log }, some);
  await engine.start();
  expect(done).toEqual(['start']);
  await engine.stop();
  await engine.stop();
  expect(done).toEqual(['start', 'stop']);
});

it('goes on with what comes after, where stopping failed', async () => {
  const { partition, give } = decided(true);
  const started: string[] = [];
  const engine = whileOwner(
    { partition, name: 'bot', log },
    { start: () => started.push('start'), stop: () => Promise.reject(new Error('a bug')) },
  );
  await engine.start();
  give(false);
  give(true);
  await engine.stop();
  expect(started).toEqual(['start', 'start']);
});
