import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Balance, Exchange } from '../../../exchanges/exchange.ts';
import { createLog } from '../../../lib/log.ts';
import type { KeyRow } from '../keys.store.ts';
import { balanceBook } from './balance-book.ts';
import { watchedKeys } from './watched-keys.ts';

const key = (id: string, mainKeyId: string | null) =>
  ({ id, mainKeyId, market: 'binance', inProcess: true, disabledReason: null }) as KeyRow;

it('M-14: a main key is read while its copies are still being opened', async () => {
  const free: Balance = { asset: 'USDT', free: new Big(100), locked: new Big(0) };
  const exchange = { balances: async () => ({ outcome: 'ok', value: [free] }), watchAccount: () => () => {} };
  const book = balanceBook({
    clock: () => 0,
    log: createLog('silent'),
    exchanges: new Map([['binance', exchange as unknown as Exchange]]),
    keysOf: async () => [key('main', null), key('copy', 'main')],
    open: ({ id }) => (id === 'main' ? Promise.resolve({ credentials: {} } as never) : new Promise(() => {})),
    onOrder: () => {},
  });
  expect((await book.within(2000, 'ann', 'main'))?.free.get('USDT')?.toFixed()).toBe('100');
});

it('a key that is deleted while keys are looked up is watched no more', async () => {
  const asked: PromiseWithResolvers<KeyRow[]>[] = [];
  const exchange = { balances: async () => ({ outcome: 'unknown', reason: '' }), watchAccount: () => () => {} };
  const keys = watchedKeys(
    {
      clock: () => 0,
      log: createLog('silent'),
      exchanges: new Map([['binance', exchange as unknown as Exchange]]),
      keysOf: () => {
        const question = Promise.withResolvers<KeyRow[]>();
        asked.push(question);
        return question.promise;
      },
      open: async () => ({ credentials: {} }) as never,
      onOrder: () => {},
    },
    'ann',
  );
  const first = keys.look(Infinity);
  const changed = keys.look(Infinity);
  asked[0]?.resolve([key('main', null), key('copy', 'main')]);
  await expect.poll(() => asked.length).toBe(2);
  expect([...keys.all().keys()]).toEqual(['main', 'copy']);
  asked[1]?.resolve([]);
  await Promise.all([first, changed]);
  expect([...keys.all().keys()]).toEqual([]);
  await keys.close();
});
