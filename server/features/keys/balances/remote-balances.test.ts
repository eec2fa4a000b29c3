import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { localBus } from '../../../runtime/bus/bus.ts';
import type { BalanceBook } from './balance-book.ts';
import { remoteBalances, sharedBalances } from './remote-balances.ts';

const amounts = (usdt: string) => ({
  free: new Map([['USDT', new Big(usdt)]]),
  locked: new Map([['BTC', new Big('0.00000001')]]),
  at: 1,
});

function processes({ watched = amounts('12.5') }: { watched?: ReturnType<typeof amounts> | null } = {}) {
  const bus = localBus((error) => {
    throw error;
  });
  const calls: string[] = [];
  const note = (call: string) => (userId: string) => void calls.push(`${call} ${userId}`);
  const bookOf = (engine: string): BalanceBook => ({
    seen: note('seen'),
    changed: note('changed'),
    forget: note('forget'),
    divide: () => void calls.push('divide'),
    of: () => watched,
    within: async (_, userId, keyId) => {
      calls.push(`${engine} within ${userId} ${keyId}`);
      return watched;
    },
    stop: async () => void calls.push('stop'),
  });
  const ask = async (userId: string, keyId: string) => {
    calls.push(`asked ${userId} ${keyId}`);
    return amounts('7');
  };
  return {
    calls,
    remote: remoteBalances(bus, ask),
    engine: (name = 'one') => sharedBalances(bus, bookOf(name), ask),
    watched,
  };
}

it('whoever is seen by a process without streams is watched by one with streams, until it stops', async () => {
  const { calls, remote, engine, watched } = processes();
  const shared = engine();
  remote.seen('ada');
  remote.changed('ada');
  expect(calls).toEqual(['seen ada', 'changed ada']);
  expect([remote.of('ada', 'key'), shared.of('ada', 'key')]).toEqual([null, watched]);
  await shared.stop();
  remote.seen('bob');
  expect(calls).toEqual(['seen ada', 'changed ada', 'stop']);
});

it('a process without streams is told by an engine, and the exchange is not asked', async () => {
  const { calls, remote, engine, watched } = processes();
  engine();
  expect(await remote.within(2000, 'ada', 'key')).toEqual(watched);
  expect(calls).toEqual(['one within ada key']);
});

it('where no engine knows them, or none answers, the exchange is asked', async () => {
  const unknown = processes({ watched: null });
  unknown.engine();
  expect(await unknown.remote.within(2000, 'ada', 'key')).toEqual(amounts('7'));
  expect(unknown.calls).toEqual(['one within ada key', 'asked ada key']);
  const alone = processes();
  expect(await alone.remote.within(30_000, 'ada', 'key')).toEqual(amounts('7'));
  expect(alone.calls).toEqual(['asked ada key']);
});

it('of several engines the one that a person belongs to follows their keys and tells the others', async () => {
  const { calls, engine, watched } = processes();
  const [own, other] = [engine('one'), engine('other')];
  own.divide((userId) => userId === 'ada');
  other.divide((userId) => userId !== 'ada');
  calls.length = 0;
  expect(await other.within(2000, 'ada', 'key')).toEqual(watched);
  expect(calls).toEqual(['one within ada key']);
});
