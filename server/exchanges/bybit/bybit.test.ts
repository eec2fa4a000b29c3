import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { recordedConformance } from '../../../tests/conformance/recorded.ts';
import { recordedBybit } from '../../../tests/factories/recorded-bybit.ts';
import { openRecorded } from '../../../tests/factories/recorded-market.ts';

recordedConformance('Bybit, as recorded', recordedBybit);

const { key, terms } = recordedBybit;
const open = (scenario: string) => openRecorded(recordedBybit, [scenario]);

it('knows what Bybit allows on a pair', async () => {
  const { exchange } = await openRecorded(recordedBybit, []);
  const pair = exchange.pairs().get('BTCUSDT');
  if (pair === undefined) throw new Error('no pair');
  const { tick, step, minQuantity, maxQuantity, minNotional, marketQuantity } = pair;
  expect([tick, step, minQuantity, maxQuantity, minNotional].map((amount) => amount.toFixed())).toEqual([
    '0.1',
    '0.000001',
    '0.000011',
    '83',
    '5',
  ]);
  expect(marketQuantity?.max.toFixed()).toBe('41.5');
  expect(pair).toMatchObject({ limits: { orders: 500, algoOrders: 30, orderLists: null }, percentPrice: null });
});

it('N-1 says of candles and pairs what Bybit has, and null or none of the rest', async () => {
  const { exchange } = await openRecorded(recordedBybit, []);
  const read = await exchange.candles({ symbol: terms.symbol, interval: '1m', limit: 3 });
  if (read.outcome !== 'ok') throw new Error('no candles');
  for (const { volume, quoteVolume, high, low, ...candle } of read.value) {
    expect(quoteVolume?.gte(volume.times(low)) && quoteVolume.lte(volume.times(high))).toBe(true);
    expect(candle).toMatchObject({ takerBase: null, takerQuote: null, trades: null });
  }
  const pair = exchange.pairs().get(terms.symbol);
  expect(pair).toMatchObject({ status: 'trading', trailing: null, pegged: null, lists: new Set() });
  const trailing = { ...terms, type: 'stop', trailingDelta: 100 } as const;
  expect(await exchange.place(key, { ...trailing, stopPrice: null })).toMatchObject({
    outcome: 'rejected',
    sentence: expect.stringContaining('Bybit'),
  });
});

it('signs with the time of Bybit, and lets the account be named in headers only', async () => {
  const { exchange, recorded } = await open('account/fees');
  await exchange.commission(key, terms.symbol);
  const headers = recorded.seen.find(({ path }) => path === '/v5/account/fee-rate')?.headers;
  expect(headers).toMatchObject({ 'x-bapi-api-key': key.apiKey, 'x-bapi-recv-window': '5000' });
  const recordedAt = 1_785_000_000_000;
  expect(Math.abs(Number(headers?.['x-bapi-timestamp']) - recordedAt)).toBeLessThan(60_000);
});

it('M-17: an order refused for its time stamp is sent once more', async () => {
  const { exchange, recorded } = await open('orders/clock');
  expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'accepted' });
  expect(recorded.asked('POST /v5/order/create')).toBe(2);
});

it('an order that was acknowledged and then rejected is a refusal with its reason', async () => {
  const { exchange } = await open('orders/rejected-later');
  expect(await exchange.place(key, { ...terms, type: 'limit-maker' })).toMatchObject({
    outcome: 'rejected',
    code: 170210,
    sentence: 'Bybit refused the order: New order rejected: EC_PostOnlyWillTakeLiquidity.',
  });
});

it('finds an order that stands in the history only', async () => {
  const { exchange } = await open('orders/history');
  expect(await exchange.find(key, terms)).toMatchObject({
    outcome: 'found',
    order: { state: 'filled', type: 'market' },
  });
});

const { price: _price, ...rest } = terms;
const stop = { ...rest, side: 'sell' as const, type: 'stop' as const, stopPrice: new Big('2.05') };

it('places a stop that holds its coins, and cancels it among its own kind', async () => {
  const { exchange } = await open('orders/stop');
  const placed = await exchange.place(key, stop);
  expect(placed).toMatchObject({ outcome: 'accepted', order: { type: 'stop', state: 'open' } });
  expect(placed.outcome === 'accepted' && placed.order.stopPrice?.toFixed()).toBe('2.05');
  expect(await exchange.cancel(key, stop)).toMatchObject({ outcome: 'cancelled', order: { state: 'cancelled' } });
});

it('takes back a stop whose price was passed already: Bybit would wait for the way back', async () => {
  const { exchange } = await open('orders/passed-stop');
  expect(await exchange.place(key, stop)).toMatchObject({
    outcome: 'rejected',
    sentence: 'Bybit refused the order: The price has already passed the trigger price.',
  });
});
