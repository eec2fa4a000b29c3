import { expect, it } from 'vitest';
import {
  type OrderBody,
  buyLimit,
  paperBench,
  sellLimit,
  sellOco,
} from '../../../../tests/factories/paper-exchange.ts';
import { openSocket, signedParams } from '../../../../tests/factories/paper-socket.ts';

const paper = paperBench();
const symbol = 'XRPUSDT';
const listen = async () => {
  const client = await openSocket(paper.bench.urls().wsApiUrl);
  await client.ask('userDataStream.subscribe.signature', signedParams(paper.ann));
  return client;
};
const hand = (order: object) => paper.bench.control('order', { key: paper.ann.key, symbol, ...order });

it('V-07 an order canceled by hand is reported as any cancel is', async () => {
  const client = await listen();
  await paper.ann.place({ ...buyLimit('100', '0.5200'), newClientOrderId: 'resting' });
  expect((await hand({ do: 'cancel', clientOrderId: 'resting' })).status).toBe(200);
  const { event } = await client.until((message) => message.event?.['x'] === 'CANCELED');
  expect(event).toMatchObject({ e: 'executionReport', C: 'resting', X: 'CANCELED' });
  expect(event?.['c']).not.toBe('resting');
  expect((await paper.ann.balances())['USDT']?.locked).toBe('0.00000000');
  expect(await hand({ do: 'cancel', clientOrderId: 'resting' })).toMatchObject({
    status: 400,
    body: { error: 'There is no such open order here.' },
  });
  client.socket.close();
});

it('V-07 an order of a list, canceled by hand, takes the list with it', async () => {
  const { body } = await paper.ann.placeList('oco', sellOco('50', '0.6000', '0.5000'));
  expect((await hand({ do: 'cancel', orderId: body.orders[0]?.orderId })).status).toBe(200);
  expect(await paper.ann.open()).toEqual([]);
});

it('V-07 coins are sold by hand', async () => {
  const before = (await paper.ann.balances())['XRP']?.free;
  const sold = await hand({ do: 'place', order: { side: 'SELL', type: 'MARKET', quantity: 100 } });
  expect(sold.status, sold.body.error).toBe(200);
  expect((await paper.ann.balances())['XRP']?.free).toBe((Number(before) - 100).toFixed(8));
  expect(await hand({ do: 'place', order: { side: 'SELL', type: 'MARKET', quantity: 1e7 } })).toMatchObject({
    status: 400,
    body: { error: 'Filter failure: LOT_SIZE' },
  });
});

it('V-07 coins are taken away, and that is reported', async () => {
  const client = await listen();
  const { key } = paper.ann;
  expect((await paper.bench.control('balance', { key, asset: 'XRP', delta: '-9000' })).status).toBe(200);
  const { event } = await client.until((message) => message.event?.['e'] === 'balanceUpdate');
  expect(event).toMatchObject({ a: 'XRP', d: '-9000.00000000' });
  await client.until((message) => message.event?.['e'] === 'outboundAccountPosition');
  expect((await paper.ann.balances())['XRP']?.free).toBe('1000.00000000');
  expect(await paper.bench.control('balance', { key, asset: 'XRP', delta: -1001 })).toMatchObject({
    status: 400,
    body: { error: 'delta: only 1000 XRP are free' },
  });
  for (const both of [{}, { free: 1, delta: 1 }])
    expect((await paper.bench.control('balance', { key, asset: 'XRP', ...both })).status).toBe(400);
  client.socket.close();
});

const unknown = { status: 503, body: { code: -1007 } };
const named = (newClientOrderId: string) => ({ ...sellLimit('100', '0.6000'), newClientOrderId });
const statusOf = async (origClientOrderId: string) =>
  (await paper.ann.get<OrderBody>('/api/v3/order', { symbol, origClientOrderId })).body.status;

it('an answer 503 with -1007 comes executed and dropped, once, for one key and one path', async () => {
  const { ann, bench } = paper;
  const bob = await bench.trader();
  await bench.control('fault', { kind: 'unknown-executed', key: ann.key });
  expect((await bob.place(named('of-bob'))).status).toBe(200);
  expect(await ann.place(named('executed'))).toMatchObject(unknown);
  expect(await statusOf('executed')).toBe('NEW');
  await bench.control('fault', { kind: 'unknown-dropped', key: ann.key });
  expect(await ann.place(named('dropped'))).toMatchObject(unknown);
  expect(await statusOf('dropped')).toBeUndefined();
  expect((await ann.place(named('dropped'))).status).toBe(200);
  await bench.control('fault', { kind: 'unknown-executed', path: 'DELETE /api/v3/order' });
  expect((await ann.place(named('third'))).status).toBe(200);
  expect(await ann.del('/api/v3/order', { symbol, origClientOrderId: 'third' })).toMatchObject(unknown);
  expect(await statusOf('third')).toBe('CANCELED');
});

it('the same over the websocket API', async () => {
  const client = await openSocket(paper.bench.urls().wsApiUrl);
  await paper.bench.control('fault', { kind: 'unknown-executed', key: paper.ann.key });
  const params = signedParams(paper.ann, { symbol, ...named('over-socket') });
  expect(await client.ask('order.place', params)).toMatchObject({ status: 503, error: { code: -1007 } });
  expect(await statusOf('over-socket')).toBe('NEW');
  client.socket.close();
});
