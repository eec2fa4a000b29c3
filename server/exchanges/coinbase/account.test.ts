import { expect, it } from 'vitest';
import { recordedCoinbase } from '../../../tests/factories/recorded-coinbase.ts';
import { openRecorded } from '../../../tests/factories/recorded-market.ts';

const { key, terms } = recordedCoinbase;

it('L-02 accounts of one currency are one balance; a vault and the derivatives are no part of it', async () => {
  const { exchange } = await openRecorded(recordedCoinbase, ['balances/several-accounts']);
  const balances = await exchange.balances(key);
  if (balances.outcome !== 'ok') throw new Error('no balances');
  expect(balances.value.map(({ asset, free, locked }) => [asset, free.toFixed(), locked.toFixed()])).toEqual([
    ['ADA', '27.361178', '0'],
    ['BTC', '1.23456789', '0.005'],
    ['USD', '10000.5', '450'],
  ]);
});

it('L-03 an order of an unknown status is a named gap, and the others are read', async () => {
  const { exchange, logged } = await openRecorded(recordedCoinbase, ['gaps/unknown-status']);
  const open = await exchange.openOrders(key);
  if (open.outcome !== 'ok') throw new Error('not read');
  expect(open.value.map(({ clientOrderId }) => clientOrderId)).toEqual([terms.clientOrderId]);
  const named = {
    symbol: 'XRP-USD',
    exchangeOrderId: '01b6e467-b659-432f-9490-c7cefe949564',
    clientOrderId: 'a0f970a2-05fa-4e1f-9517-f6702c33cfd1',
  };
  expect(open.unread).toEqual([named]);
  expect(logged.join('')).toContain(named.exchangeOrderId);
});

it('L-03 an order that is listed and cannot be read is unknown, not absent', async () => {
  const { exchange } = await openRecorded(recordedCoinbase, ['gaps/unknown-status']);
  expect(await exchange.find(key, terms)).toMatchObject({ outcome: 'unknown' });
});

it('P an order without a base size is read: only what was filled of it is known', async () => {
  const { exchange } = await openRecorded(recordedCoinbase, ['gaps/no-base-size']);
  const open = await exchange.openOrders(key);
  if (open.outcome !== 'ok') throw new Error('not read');
  expect(open.unread).toBeUndefined();
  const [byValue, own] = open.value;
  expect(byValue).toMatchObject({ clientOrderId: 'by-value', type: 'limit', state: 'open' });
  expect([byValue?.price.toFixed(), byValue?.quantity.toFixed(), own?.quantity.toFixed()]).toEqual([
    '2.0987',
    '0',
    '9.53',
  ]);
});
