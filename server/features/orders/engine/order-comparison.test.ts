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
    market: 'binance',
    symbol: 'XRPUSDT',
    clientOrderId: `order of ${keyId}`,
    state: 'open',
    quantity: new Big(1),
  }) as OrderRow;

/** A comparison whose exchange answers about a key when the test says so. */
function compared() {
  const asked: string[] = [];
  const scheduled: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<OpenOrders>>();
  const openOrders = (keyId: string) => {
    asked.push(keyId);
    const answer = Promise.withResolvers<OpenOrders>();
    answers.set(keyId, answer);
    return answer.promise;
  };
  const comparison = new OrderComparison({
    keys: { byId: async (_: string, keyId: string) => ({ keyId, credentials: keyId }) },
    markets: { isOn: () => true, exchange: () => ({ openOrders }) },
    inFlight: { has: () => false },
    lookup: { ask: async () => true },
    watch: () => {},
    schedule: ({ blockId }: { blockId: string }) => void scheduled.push(blockId),
  } as unknown as Context);
  return {
    comparison,
    asked,
    scheduled,
    async answer(keyId: string, answer = NOTHING_OPEN): Promise<void> {
      await until(() => expect(asked).toContain(keyId));
      answers.get(keyId)?.resolve(answer);
    },
  };
}

it('M-07: a block whose order waits for a key is looked at as soon as that key is compared, whatever the others do', async () => {
  const { comparison, scheduled, answer } = compared();
  comparison.expect([order('one'), order('two')]);
  expect(comparison.admits('two', ref('second'))).toBe(false);
  expect(comparison.admits('free', ref('other'))).toBe(true);
  const all = comparison.all([order('one'), order('two')]);
  await answer('two');
  await until(() => expect(scheduled).toEqual(['second']));
  expect(comparison.admits('two', ref('second'))).toBe(true);
  expect(comparison.admits('one', ref('first'))).toBe(false);
  await answer('one', { outcome: 'unknown', reason: 'no answer' });
  await all;
  expect([scheduled, comparison.isDone('one')]).toEqual([['second'], false]);
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
  comparison.expect([order('new'), order('waited for')]);
  expect(comparison.admits('waited for', ref('first'))).toBe(false);
  const all = comparison.all(['old', 'new', 'waited for'].map(order));
  for (const keyId of ['old', 'new', 'waited for']) await answer(keyId);
  await all;
  expect(asked).toEqual(['waited for', 'new', 'old']);
});
