import { expect, it } from 'vitest';
import { UnderWay } from '../../../lib/under-way.ts';
import { createLog } from '../../../lib/log.ts';
import { LoggedWork } from './logged-work.ts';
import { Sweep } from './sweep.ts';

const REFS = ['a', 'b', 'c'].map((blockId) => ({ userId: 'person', blockId }));

/** A sweep of three open blocks and no orders, and which it has looked at, at once and one after the other. */
function sweeping() {
  const looked = { atOnce: [] as string[], inTurn: [] as string[] };
  const nothing = { watchAll: async () => {}, look: async () => {}, compareAll: async () => {} };
  const ids = { keyIds: () => [], keepOnly: () => {} };
  const underWay = new UnderWay();
  const deps = {
    own: { live: async () => [], open: async () => REFS, has: () => true },
    comparison: { all: async () => {} },
    worker: {
      lookAt: async (refs: typeof REFS) => void looked.atOnce.push(...refs.map(({ blockId }) => blockId)),
      lookAtOne: async ({ blockId }: (typeof REFS)[number]) => void looked.inTurn.push(blockId),
    },
    accounts: ids,
    free: ids,
    inFlight: ids,
    outside: ids,
    external: { ...ids, ...nothing },
    outsideKeys: nothing,
    work: new LoggedWork(createLog('silent'), underWay),
    signal: new AbortController().signal,
  };
  const sweep = new Sweep(deps as unknown as ConstructorParameters<typeof Sweep>[0]);
  return { sweep, looked, over: () => underWay.ended() };
}

it('M-08: the sweep of a start looks at all open blocks at once', async () => {
  const { sweep, looked, over } = sweeping();
  await sweep.now();
  await over();
  expect(looked).toEqual({ atOnce: ['a', 'b', 'c'], inTurn: [] });
});

it('M-08: that of a minute looks at them one after the other, and ends with the process', async () => {
  const { sweep, looked, over } = sweeping();
  const began = performance.now();
  await sweep.ofMinute();
  await over();
  expect(looked).toEqual({ atOnce: [], inTurn: ['a', 'b', 'c'] });
  // A timer may fire a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(498);
  await sweep.ofMinute();
  await sweep.stop();
  await over();
  expect(looked.inTurn).toHaveLength(3);
});
