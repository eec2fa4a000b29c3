import { expect, it } from 'vitest';
import { localBus } from '../../../runtime/bus/bus.ts';
import type { BalanceBook } from './balance-book.ts';
import { remoteBalances, sharedBalances } from './remote-balances.ts';

it('whoever is seen by a process without streams is watched by one with streams, until it stops', async () => {
  const bus = localBus((error) => {
    throw error;
  });
  const calls: string[] = [];
  const note = (call: string) => (userId: string) => void calls.push(`${call} ${userId}`);
  const known = { free: new Map(), locked: new Map(), at: 1 };
  const book: BalanceBook = {
    seen: note('seen'),
    changed: note('changed'),
    forget: note('forget'),
    of: () => known,
    within: async () => known,
    stop: async () => void calls.push('stop'),
  };
  const shared = sharedBalances(bus, book);
  const remote = remoteBalances(bus);
  remote.seen('ada');
  remote.changed('ada');
  expect(calls).toEqual(['seen ada', 'changed ada']);
  expect([remote.of('ada', 'key'), await remote.within(10, 'ada', 'key')]).toEqual([null, null]);
  expect(shared.of('ada', 'key')).toBe(known);
  await shared.stop();
  remote.seen('bob');
  expect(calls).toEqual(['seen ada', 'changed ada', 'stop']);
});
