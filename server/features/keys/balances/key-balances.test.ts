import { Big } from 'big.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountEvent, Answer, Balance, Exchange } from '../../../exchanges/exchange.ts';
import { createLog } from '../../../lib/log.ts';
import { watchBalances } from './key-balances.ts';

const held: Answer<Balance[]> = {
  outcome: 'ok',
  value: [{ asset: 'USDT', free: new Big(100), locked: new Big(0) }],
};
const tooMany: Answer<Balance[]> = {
  outcome: 'rejected',
  code: -1003,
  message: '',
  sentence: 'Wait.',
  retryAfter: 60_000,
};
const LONG = 30_000;

/** An exchange with scripted answers, and the purposes it was asked for. */
function scene() {
  const asked: ('order' | undefined)[] = [];
  let next = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<Answer<Balance[]>>();
  let notify: (event: AccountEvent) => void = () => {};
  const exchange = {
    balances: (_: unknown, purpose?: 'order') => {
      asked.push(purpose);
      answer = Promise.withResolvers();
      next.resolve();
      next = Promise.withResolvers();
      return answer.promise;
    },
    watchAccount: (_: unknown, listener: typeof notify) => {
      notify = listener;
      return () => {};
    },
  } as unknown as Exchange;
  const deps = { exchange, clock: () => 0, log: createLog('silent'), onOrder: () => {} };
  return {
    asked,
    balances: watchBalances(deps, 'key', { apiKey: '', secret: '' }),
    gap: () => notify({ kind: 'gap' }),
    answer: (given: Answer<Balance[]>) => answer.resolve(given),
    /** Resolves with the next request. */
    again: () => next.promise,
  };
}

let here: ReturnType<typeof scene>;
beforeEach(() => {
  here = scene();
});
afterEach(() => here.balances.close());

it('M-18: what no caller waits for is read after orders, with the share of what only reads', () => {
  here.gap();
  expect(here.asked).toEqual([undefined]);
});

it('what an order waits for is asked for with the share of orders, at once where it was refused before', async () => {
  here.gap();
  const again = here.again();
  const waiting = here.balances.within(LONG);
  here.answer(tooMany);
  await again;
  here.answer(held);
  expect((await waiting)?.free.get('USDT')?.toNumber()).toBe(100);
  expect(here.asked).toEqual([undefined, 'order']);
});

it('what is refused even to an order is told at once', async () => {
  const waiting = here.balances.within(LONG);
  here.answer(tooMany);
  expect([await waiting, here.asked]).toEqual([null, ['order']]);
});

it('a caller that waits for a key that is watched no more is answered at once', async () => {
  const waiting = here.balances.within(LONG);
  here.balances.close();
  expect(await waiting).toBeNull();
});
