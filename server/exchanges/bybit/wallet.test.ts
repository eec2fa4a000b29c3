import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { recordedBybit } from '../../../tests/factories/recorded-bybit.ts';
import { openRecorded } from '../../../tests/factories/recorded-market.ts';
import { until } from '../../../tests/setup/until.ts';
import type { AccountEvent, Balance } from '../exchange.ts';

const { key, terms } = recordedBybit;
const reported = (balances: readonly Balance[]) =>
  balances.map(({ asset, free, locked }) => [asset, free.toFixed(), locked.toFixed()]);

async function watching(scenario: string) {
  const opened = await openRecorded(recordedBybit, [scenario]);
  const events: AccountEvent[] = [];
  opened.exchange.watchAccount(key, (event) => events.push(event));
  await until(() => expect(events).toEqual([{ kind: 'gap' }]));
  events.length = 0;
  return { ...opened, events };
}

it('L-04 what derivatives, loans and bonuses bind is not free', async () => {
  const { exchange } = await openRecorded(recordedBybit, ['margin/wallet']);
  const balances = await exchange.balances(key);
  expect(balances.outcome === 'ok' && reported(balances.value)).toEqual([
    ['USDT', '3229.64', '0'],
    ['USDC', '995', '0'],
    ['BTC', '0.00102964', '0'],
  ]);
});

it('P a wallet event without `locked` is read: nothing is held by spot orders', async () => {
  const { recorded, events } = await watching('margin/no-locked');
  recorded.emit('wallet');
  await until(() => expect(events).toHaveLength(1));
  const [event] = events;
  expect(event?.kind === 'balance' && reported(event.balances)).toEqual([
    ['BTC', '0.00092964', '0'],
    ['USDT', '9519.89806037', '0'],
  ]);
});

it('L-04 a fill whose order is told without a size waits for an order that counts it in', async () => {
  const { recorded, events } = await watching('margin/no-size');
  const fills = () =>
    events.flatMap((event) =>
      event.kind === 'order' && event.fill ? [[event.fill.quantity, event.order.filledQuantity].map(String)] : [],
    );
  for (const name of ['placed', 'fill', 'counted']) recorded.emit(name);
  await until(() => expect(fills()).toEqual([['2', '2']]));
  for (const name of ['second-fill', 'second-counted']) recorded.emit(name);
  await until(() =>
    expect(fills()).toEqual([
      ['2', '2'],
      ['3.5', '5.5'],
    ]),
  );
});

it('L-03 an open order that cannot be read is a named gap; looked up alone it is unknown', async () => {
  const { exchange } = await openRecorded(recordedBybit, ['gaps/unknown-status']);
  const open = await exchange.openOrders(key);
  expect(open).toMatchObject({
    outcome: 'ok',
    value: [{ clientOrderId: terms.clientOrderId }],
    unread: [{ exchangeOrderId: '1926533019547795900', symbol: 'XRPUSDT' }],
  });
  expect(await exchange.find(key, terms)).toMatchObject({ outcome: 'unknown' });
});

const { price: _price, ...rest } = terms;
const buyStop = { ...rest, type: 'stop' as const, stopPrice: new Big('2.15') };

it('L-05 a stop-market buy says that its quantity is in base', async () => {
  const { exchange, recorded } = await openRecorded(recordedBybit, ['units/buy-stop']);
  const placed = await exchange.place(key, buyStop);
  expect(placed).toMatchObject({ outcome: 'accepted', order: { type: 'stop', side: 'buy', state: 'open' } });
  expect(placed.outcome === 'accepted' && placed.order.quantity.toFixed()).toBe('9.53');
  expect(recorded.seen.find(({ method }) => method === 'POST')?.params).toMatchObject({
    marketUnit: 'baseCoin',
    orderFilter: 'tpslOrder',
  });
});

it('L-05 one that Bybit took in counter currency is taken back', async () => {
  const { exchange } = await openRecorded(recordedBybit, ['units/by-value']);
  expect(await exchange.place(key, buyStop)).toMatchObject({
    outcome: 'rejected',
    sentence: 'Bybit refused the order: The quantity was read in another unit.',
  });
});
