import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { until } from '../../../../tests/setup/until.ts';
import type { OrderRow } from '../store/block-view.store.ts';
import { OrderComparison } from './order-comparison.ts';

type Context = ConstructorParameters<typeof OrderComparison>[0];
type OpenOrders = Awaited<ReturnType<ReturnType<Context['markets']['exchange']>['openOrders']>>;

const NOTHING_OPEN: OpenOrders = { outcome: 'ok', value: [] };
const ref = (blockId: string) => ({ userId: 'ada', blockId });
const order = (keyId: string) =>
  ({
    userId: 'ada',
    keyId,
    blockId: `block of ${keyId}`,
    market: 'binance',
    symbol: 'XRPUSDT',
    clientOrderId: `order of ${keyId}`,
    state: 'open',
    quantity: new Big(1),
  }) as OrderRow;

/** A comparison whose exchange answers about a key when the test says so; of the `broken` keys nothing can be read here. */
function compared({ isFound = true, broken = new Set<string>(), live = new Map<string, OrderRow[]>() } = {}) {
  const asked: string[] = [];
  const scheduled: string[] = [];
  const lookedUp: string[] = [];
  const uncompared = new Set<string>();
  /** A write waits here for as long as the test says. */
  const writes: { slow: Promise<void> | null } = { slow: null };
  /** Those that take nothing of what is kept for orders. */
  const checks: string[] = [];
  let now = 0;
  const answers = new Map<string, PromiseWithResolvers<OpenOrders>>();
  const openOrders = (keyId: string, _: string, purpose?: 'check') => {
    asked.push(keyId);
    if (purpose === 'check') checks.push(keyId);
    const answer = Promise.withResolvers<OpenOrders>();
    answers.set(keyId, answer);
    return answer.promise;
  };
  const comparison = new OrderComparison({
    clock: () => (now += 1),
    log: { error: () => {} },
    keys: {
      byId: async (_: string, keyId: string) => {
        if (broken.has(keyId)) throw new Error('The key cannot be read.');
        return { keyId, credentials: keyId };
      },
    },
    markets: { isOn: () => true, exchange: () => ({ openOrders }) },
    inFlight: { has: () => false },
    lookup: { ask: async () => isFound, start: (clientOrderId: string) => void lookedUp.push(clientOrderId) },
    watch: () => {},
    facts: { store: { liveOfKey: async (keyId: string) => live.get(keyId) ?? [] } },
    schedule: ({ blockId }: { blockId: string }) => void scheduled.push(blockId),
    isOwn: () => true,
    comparedKeys: {
      uncompared: async () => [...uncompared].map((keyId) => ({ userId: 'ada', keyId })),
      set: async (refs: readonly { keyId: string }[], isCompared: boolean) => {
        const { slow } = writes;
        writes.slow = null;
        await slow;
        for (const { keyId } of refs)
          if (isCompared) uncompared.delete(keyId);
          else uncompared.add(keyId);
      },
    },
  } as unknown as Context);
  return {
    comparison,
    asked,
    checks,
    scheduled,
    lookedUp,
    uncompared,
    writes,
    async answer(keyId: string, answer = NOTHING_OPEN): Promise<void> {
      await until(() => expect([...answers.keys()]).toContain(keyId));
      answers.get(keyId)?.resolve(answer);
      answers.delete(keyId);
    },
  };
}

it('M-07: a block whose order waits for a key is looked at as soon as that key is compared, whatever the others do', async () => {
  const { comparison, scheduled, answer } = compared();
  await comparison.expect([order('one'), order('two')]);
  expect(comparison.admits('two', ref('second'))).toBe(false);
  expect(comparison.admits('free', ref('other'))).toBe(true);
  const all = comparison.all([order('one'), order('two')]);
  await answer('two');
  await until(() => expect(scheduled).toEqual(['second', 'block of two']));
  expect(comparison.admits('two', ref('second'))).toBe(true);
  expect(comparison.admits('one', ref('first'))).toBe(false);
  await answer('one', { outcome: 'unknown', reason: 'no answer' });
  await all;
  expect([scheduled, comparison.isDone('one')]).toEqual([['second', 'block of two'], false]);
});

it('M-07: before it is known what keys have open, none takes orders; those that have nothing do as soon as it is', async () => {
  const { comparison, scheduled, answer } = compared();
  comparison.begin();
  expect(comparison.admits('free', ref('early'))).toBe(false);
  expect(comparison.admits('one', ref('late'))).toBe(false);
  const all = comparison.all([order('one')]);
  expect(scheduled).toEqual(['early']);
  await answer('one');
  await all;
  expect(scheduled).toEqual(['early', 'late']);
});

it('a key that an order waits for is asked about first, then keys that take no orders yet, then the others', async () => {
  const { comparison, asked, answer } = compared();
  await comparison.expect([order('new'), order('waited for')]);
  expect(comparison.admits('waited for', ref('first'))).toBe(false);
  const all = comparison.all(['old', 'new', 'waited for'].map(order));
  for (const keyId of ['old', 'new', 'waited for']) await answer(keyId);
  await all;
  expect(asked).toEqual(['waited for', 'new', 'old']);
});

const limited: OpenOrders = { outcome: 'rejected', code: -1003, message: '', sentence: '', retryAfter: 60_000 };
const refused: OpenOrders = { outcome: 'rejected', code: -2015, message: '', sentence: '' };

it('M-07 V-06: a key that was not asked for want of request weight is not compared, and is asked again', async () => {
  const { comparison, uncompared, asked, answer } = compared();
  await comparison.expect([order('one')]);
  const all = comparison.all([order('one')]);
  await answer('one', limited);
  await all;
  expect([comparison.isDone('one'), comparison.hasRest, [...uncompared]]).toEqual([false, true, ['one']]);
  asked.length = 0;
  const rest = comparison.rest([order('one'), order('other')]);
  await answer('one');
  await rest;
  expect(asked).toEqual(['one']);
  expect([comparison.isDone('one'), comparison.hasRest, uncompared.size]).toEqual([true, false, 0]);
});

it('M-07 V-06: a key that the exchange refuses holds up no order, and its rows say that nothing is known', async () => {
  const { comparison, uncompared, answer } = compared();
  await comparison.expect([order('one')]);
  const all = comparison.all([order('one')]);
  await answer('one', refused);
  await all;
  expect([comparison.isDone('one'), comparison.hasRest, [...uncompared]]).toEqual([true, false, ['one']]);
});

it('M-08 V-06: after a gap a key that cannot be asked is not known, and asked again; between gaps its stream says all', async () => {
  const { comparison, uncompared, scheduled, answer } = compared();
  const sweep = comparison.ofKey([order('one')]);
  await answer('one', limited);
  await sweep;
  expect([uncompared.size, comparison.hasRest]).toEqual([0, false]);
  const gap = comparison.ofKey([order('one')], { isAfterGap: true });
  await answer('one', limited);
  await gap;
  expect([[...uncompared], comparison.hasRest, comparison.isDone('one')]).toEqual([['one'], true, true]);
  const rest = comparison.rest([order('one')]);
  await answer('one');
  await rest;
  expect([uncompared.size, comparison.hasRest, scheduled]).toEqual([0, false, ['block of one']]);
});

it('V-06: an order that is not listed, and could not be asked for, is not known to rest', async () => {
  const { comparison, uncompared, answer } = compared({ isFound: false });
  const one = comparison.ofKey([order('one')]);
  await answer('one');
  await one;
  expect([...uncompared]).toEqual(['one']);
  const lost = comparison.ofKey([{ ...order('two'), state: 'unknown' }]);
  await answer('two');
  await lost;
  expect([...uncompared]).toEqual(['one']);
});

it('a key without orders on the exchange is compared, whatever an earlier process left', async () => {
  const { comparison, uncompared } = compared();
  uncompared.add('old');
  await comparison.all([]);
  expect([...uncompared]).toEqual([]);
});

it('M-03 M-07: after a start an order without an answer is looked up at once, while the exchange answers about no key', async () => {
  const { comparison, asked, lookedUp, answer } = compared();
  const keys = Array.from({ length: 12 }, (_, index) => `key ${index}`);
  const live: OrderRow[] = [
    ...keys.map(order),
    { ...order('lost'), state: 'unknown' },
    { ...order('sent'), state: 'sending' },
  ];
  const all = comparison.all(live);
  expect(lookedUp).toEqual(['order of lost', 'order of sent']);
  await until(() => expect(asked).toEqual(keys.slice(0, 8)));
  for (const keyId of [...keys, 'lost', 'sent']) await answer(keyId);
  await all;
});

it('M-18: the comparison of each minute takes nothing that is kept for orders; what an order waits for, and what a gap hid, does', async () => {
  const { comparison, asked, checks, answer } = compared();
  await comparison.expect([order('new')]);
  const all = comparison.all([order('new'), order('known')]);
  await answer('new');
  await answer('known');
  await all;
  expect([asked, checks]).toEqual([['new', 'known'], ['known']]);
  const gap = comparison.ofKey([order('known')], { isAfterGap: true });
  await answer('known', limited);
  await gap;
  const sweep = comparison.all([order('new'), order('known')]);
  await answer('new');
  await answer('known');
  await sweep;
  expect(checks).toEqual(['known', 'new']);
});

it('M-22: keys that there was no weight for come first in the next minute', async () => {
  const { comparison, asked, answer } = compared();
  const live = ['one', 'two', 'three'].map(order);
  for (const { limitedKeys, expected } of [
    { limitedKeys: ['three'], expected: ['one', 'two', 'three'] },
    { limitedKeys: [], expected: ['three', 'one', 'two'] },
  ]) {
    asked.length = 0;
    const sweep = comparison.all(live);
    for (const { keyId } of live) await answer(keyId, limitedKeys.includes(keyId) ? limited : NOTHING_OPEN);
    await sweep;
    expect(asked).toEqual(expected);
  }
});

it('M-07 M-08: keys that cannot be compared for a failure here are asked about again, and hold up no other', async () => {
  const broken = new Set(Array.from({ length: 10 }, (_, index) => `broken ${index}`));
  const { comparison, uncompared, answer } = compared({ broken });
  const live = [...broken, 'other'].map(order);
  await comparison.expect(live);
  const all = comparison.all(live);
  await answer('other');
  await all;
  expect([comparison.isDone('other'), comparison.isDone('broken 9'), comparison.hasRest]).toEqual([true, false, true]);
  expect([...uncompared]).toEqual([...broken]);
  broken.clear();
  const rest = comparison.rest(live);
  for (let index = 0; index < 10; index += 1) await answer(`broken ${index}`);
  await rest;
  expect([comparison.isWhole, comparison.hasRest]).toEqual([true, false]);
});

it('V-06: of two comparisons of one key the later says whether it is known, though the write of the earlier takes longer', async () => {
  const { comparison, uncompared, scheduled, writes, answer } = compared();
  await comparison.all([]);
  const slow = Promise.withResolvers<void>();
  writes.slow = slow.promise;
  const gap = comparison.ofKey([order('one')], { isAfterGap: true });
  await answer('one', limited);
  await until(() => expect(writes.slow).toBeNull());
  const next = comparison.ofKey([order('one')], { isAfterGap: true });
  await answer('one');
  await new Promise((resolve) => setImmediate(resolve));
  slow.resolve();
  await Promise.all([gap, next]);
  // Its rows are shown anew, as they were shown while it was not known.
  expect([[...uncompared], comparison.hasRest, scheduled]).toEqual([[], false, ['block of one']]);
});

it('V-06: a key that has nothing at rest any more is known, though it is being written down that it is not', async () => {
  const { comparison, uncompared, writes, answer } = compared();
  await comparison.all([]);
  const slow = Promise.withResolvers<void>();
  writes.slow = slow.promise;
  const gap = comparison.ofKey([order('one')], { isAfterGap: true });
  await answer('one', limited);
  await until(() => expect(writes.slow).toBeNull());
  const sweep = comparison.all([]);
  await new Promise((resolve) => setImmediate(resolve));
  slow.resolve();
  await Promise.all([gap, sweep]);
  expect([[...uncompared], comparison.hasRest]).toEqual([[], false]);
});

it('M-07 V-06: a key whose orders came after a sweep had read what is live stays to be compared', async () => {
  const { comparison, uncompared } = compared({ live: new Map([['one', [order('one')]]]) });
  await comparison.all([]);
  await comparison.expect([order('one')]);
  await comparison.all([]);
  expect([[...uncompared], comparison.isDone('one'), comparison.hasRest]).toEqual([['one'], false, true]);
});
