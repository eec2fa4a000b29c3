import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { until } from '../../../../tests/setup/until.ts';
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
  const exchange = { answer: async (): Promise<ReturnType<typeof amounts> | null> => amounts('7') };
  const ask = (userId: string, keyId: string) => {
    calls.push(`asked ${userId} ${keyId}`);
    return exchange.answer();
  };
  let now = 0;
  const sources = { bus, clock: () => now, ask };
  return {
    calls,
    exchange,
    pass: (ms: number) => (now += ms),
    remote: remoteBalances(sources),
    engine: (name = 'one', book: Partial<BalanceBook> = {}) => sharedBalances(sources, { ...bookOf(name), ...book }),
    watched,
  };
}

function slowExchange() {
  const exchange = Promise.withResolvers<ReturnType<typeof amounts>>();
  const calls: string[] = [];
  const bus = localBus((error) => {
    throw error;
  });
  const ask = (userId: string, keyId: string) => {
    calls.push(`asked ${userId} ${keyId}`);
    return exchange.promise;
  };
  return { bus, ask, calls, exchange };
}

it('a key seen by a process without streams is watched by one with streams, until it stops', async () => {
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

const silent = async () => {
  throw new Error('no answer');
};

it('M-14: a call that comes while an engine takes over waits for it, even where the exchange does not answer', async () => {
  const { calls, remote, engine, exchange, watched } = processes();
  exchange.answer = silent;
  const waiting = remote.within(2000, 'ada', 'key');
  await until(() => expect(calls).toEqual(['asked ada key']));
  engine('new');
  expect(await waiting).toEqual(watched);
});

it('M-14: it does not wait longer than its order does, nor for an engine that answers', async () => {
  const { calls, remote, engine, exchange, pass } = processes({ watched: null });
  exchange.answer = async () => {
    pass(calls.length < 3 ? 1000 : 7000);
    return silent();
  };
  expect(await remote.within(2000, 'ada', 'key')).toBeNull();
  expect(calls).toEqual(Array(3).fill('asked ada key'));
  calls.length = 0;
  exchange.answer = async () => {
    pass(2000);
    return silent();
  };
  engine('one');
  expect(await remote.within(2000, 'ada', 'key')).toBeNull();
  expect(calls).toEqual(['one within ada key', 'asked ada key']);
});

it('a key that the exchange refuses is not waited for', async () => {
  const { calls, remote, exchange } = processes();
  exchange.answer = async () => null;
  expect(await remote.within(2000, 'ada', 'key')).toBeNull();
  expect(calls).toEqual(['asked ada key']);
});

it('M-14: a key that passes to another engine while its balance is waited for is asked about there', async () => {
  const { calls, engine, watched, exchange } = processes();
  exchange.answer = silent;
  const left = Promise.withResolvers<null>();
  const own = engine('one', { within: () => left.promise });
  const waiting = own.within(2000, 'ada', 'key');
  own.divide(() => false);
  engine('two');
  left.resolve(null);
  expect(await waiting).toEqual(watched);
  expect(calls).toEqual(['divide', 'two within ada key']);
});

it('an engine does not answer for a person who has passed to another one', async () => {
  const { remote, engine, watched, exchange } = processes();
  exchange.answer = silent;
  const left = Promise.withResolvers<null>();
  const leaving = engine('one', { within: () => left.promise });
  const waiting = remote.within(2000, 'ada', 'key');
  leaving.divide(() => false);
  left.resolve(null);
  engine('two');
  expect(await waiting).toEqual(watched);
});

it('M-14: an exchange that is slow is asked once, and its answer is waited for', async () => {
  const { bus, ask, calls, exchange } = slowExchange();
  let looks = 0;
  const clock = () => {
    // The answer comes once a second round has begun.
    if ((looks += 1) === 3) exchange.resolve(amounts('7'));
    return 0;
  };
  const remote = remoteBalances({ bus, clock, ask });
  expect(await remote.within(1001, 'ada', 'key')).toEqual(amounts('7'));
  expect(calls).toEqual(['asked ada key']);
});
