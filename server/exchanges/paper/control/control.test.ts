import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type ErrorBody, type OrderBody, buyLimit, paperBench } from '../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();

const named = (newClientOrderId: string) => ({ ...buyLimit('100', '0.52'), newClientOrderId });
const find = async (origClientOrderId: string) =>
  (await paper.ann.get<OrderBody>('/api/v3/order', { symbol: 'XRPUSDT', origClientOrderId })).body;
const fault = (body: object) => paper.bench.control('fault', body);
const isDropped = (call: Promise<unknown>) => expect(call).rejects.toThrow('fetch failed');
const ping = () => paper.bench.call<ErrorBody>('/api/v3/ping');

describe('prices', () => {
  it('a set price stands until it is set again or reset, whatever way the symbol is written', async () => {
    expect((await paper.bench.control('price', { symbol: 'xrp_usdt', price: 0.5411 })).status).toBe(200);
    const price = async () =>
      (await paper.bench.call<{ price: string }>('/api/v3/ticker/price?symbol=XRPUSDT')).body.price;
    expect(await price()).toBe('0.54110000');
    const btc = async () =>
      (await paper.bench.call<{ lastId: number }>('/api/v3/ticker/24hr?symbol=BTCUSDT')).body.lastId;
    const before = await btc();
    await vi.waitFor(async () => expect(await btc()).toBeGreaterThan(before + 5), 20_000);
    expect(await price()).toBe('0.54110000');
    await paper.bench.control('reset');
    await vi.waitFor(async () => expect(await price()).not.toBe('0.54110000'), 30_000);
  });

  it('refuses what it cannot do with a sentence', async () => {
    expect(await paper.bench.control('price', { symbol: 'XRPEUR', price: '1' })).toMatchObject({
      status: 400,
      body: { error: "There is no symbol 'XRPEUR' here." },
    });
    expect(await paper.bench.control('price', { symbol: 'XRPUSDT', price: '-1' })).toMatchObject({ status: 400 });
    expect(await paper.bench.control('fault', { kind: 'earthquake' })).toMatchObject({ status: 400 });
    expect(await paper.bench.control('sing')).toMatchObject({ status: 404 });
  });
});

describe('faults', () => {
  it('drop-before: the order never was', async () => {
    await fault({ kind: 'drop-before', times: 1 });
    await isDropped(paper.ann.place(named('lost')));
    expect((await find('lost')).code).toBe(-2013);
    expect((await paper.ann.place(named('lost'))).status).toBe(200);
  });

  it('drop-after: the order stands and its answer is lost', async () => {
    await fault({ kind: 'drop-after', times: 1, path: '/api/v3/order' });
    await isDropped(paper.ann.place(named('kept')));
    expect(await find('kept')).toMatchObject({ status: 'NEW' });
    expect((await paper.ann.place(named('kept'))).body).toMatchObject({ code: -2010, msg: 'Duplicate order sent.' });
  });

  it('drop-after with a status: the order stands and the answer says that it is not known', async () => {
    await fault({ kind: 'drop-after', code: 503 });
    expect(await paper.ann.place(named('unsure'))).toMatchObject({ status: 503, body: { code: -1007 } });
    expect(await find('unsure')).toMatchObject({ status: 'NEW' });
  });

  it('reject: by status on whatever comes next, by code on the next order', async () => {
    await fault({ kind: 'reject', code: 429, times: 2 });
    const refused = await ping();
    expect(refused).toMatchObject({ status: 429, body: { code: -1003 } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ping()).status).toBe(429);
    expect((await ping()).status).toBe(200);
    await fault({ kind: 'reject', code: -2010 });
    expect((await ping()).status).toBe(200);
    expect(await paper.ann.place(named('refused'))).toMatchObject({ status: 400, body: { code: -2010 } });
    expect((await paper.ann.place(named('refused'))).status).toBe(200);
  });

  it('delay: on one path, until it is lifted', async () => {
    await fault({ kind: 'delay', ms: 300, path: '/api/v3/order' });
    const started = performance.now();
    expect((await paper.ann.place(named('slow'))).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(299);
    await fault({ kind: 'delay', times: 0 });
    expect((await find('slow')).status).toBe('NEW');
  });

  it('down: nothing is answered and no stream stays open', async () => {
    const socket = new WebSocket(`${paper.bench.urls().wsUrl}/ws/xrpusdt@trade`);
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await fault({ kind: 'down' });
    expect(await closed).toBe(1006);
    await isDropped(ping());
    const again = new WebSocket(`${paper.bench.urls().wsUrl}/ws`);
    await expect(new Promise((resolve, reject) => again.once('open', resolve).once('error', reject))).rejects.toThrow();
    await paper.bench.control('reset');
    expect((await ping()).status).toBe(200);
    await fault({ kind: 'down', times: 1 });
    await isDropped(ping());
    await isDropped(ping());
    await fault({ kind: 'down', times: 0 });
    expect((await ping()).status).toBe(200);
    await fault({ kind: 'down', ms: 300 });
    await isDropped(ping());
    await vi.waitFor(async () => expect((await ping()).status).toBe(200), 20_000);
  });

  it('cut-streams hangs up; mute-streams stays open and says nothing', async () => {
    const connect = async () => {
      const socket = new WebSocket(`${paper.bench.urls().wsUrl}/ws/xrpusdt@trade`);
      const prices: string[] = [];
      socket.on('message', (data: Buffer) => prices.push((JSON.parse(data.toString()) as { p: string }).p));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await new Promise((resolve) => socket.once('open', resolve));
      return { socket, prices, closed };
    };
    const first = await connect();
    await fault({ kind: 'cut-streams' });
    expect(await first.closed).toBe(1006);
    const second = await connect();
    await fault({ kind: 'mute-streams' });
    await paper.bench.price('XRPUSDT', '0.5301');
    await fault({ kind: 'mute-streams', times: 0 });
    await paper.bench.price('XRPUSDT', '0.5302');
    await vi.waitFor(() => expect(second.prices).toEqual(['0.53020000']), 20_000);
    second.socket.close();
  });
});

it('the clock can be wrong', async () => {
  await paper.bench.control('clock', { skewMs: -60_000 });
  const { body } = await paper.bench.call<{ serverTime: number }>('/api/v3/time');
  expect(body.serverTime).toBeLessThan(Date.now() - 59_000);
  expect((await paper.ann.get('/api/v3/account')).body.msg).toBe(
    "Timestamp for this request was 1000ms ahead of the server's time.",
  );
  await paper.bench.control('clock', { skewMs: 0 });
  expect((await paper.ann.get('/api/v3/account')).status).toBe(200);
});

it('without being asked for there is no control server', async () => {
  await paper.bench.restart({ control: false });
  expect(paper.bench.urls().controlUrl).toBeNull();
  expect((await paper.bench.call('/control/price', { method: 'POST', body: '{}' })).status).toBe(404);
  await paper.bench.restart();
});
