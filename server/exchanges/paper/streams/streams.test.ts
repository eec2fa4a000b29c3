import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PaperBench,
  type PaperTrader,
  buyLimit,
  openPaperExchange,
} from '../../../../tests/factories/paper-exchange.ts';
import { openSocket, signedParams } from '../../../../tests/factories/paper-socket.ts';

let bench: PaperBench;
beforeAll(async () => {
  bench = await openPaperExchange();
  await bench.price('XRPUSDT', '0.5300');
});
afterAll(() => bench.close());

describe('public streams', () => {
  it('publishes trades, aggregated trades and the best prices of a symbol', async () => {
    const { wsUrl } = bench.urls();
    const raw = await openSocket(`${wsUrl}/ws/xrpusdt@trade`);
    const combined = await openSocket(`${wsUrl}/stream?streams=xrpusdt@aggTrade/xrpusdt@bookTicker`);
    await bench.price('XRPUSDT', '0.5310');
    const trade = await raw.until((message) => message.p === '0.53100000');
    expect(trade).toEqual({
      e: 'trade',
      E: expect.any(Number),
      s: 'XRPUSDT',
      t: expect.any(Number),
      p: '0.53100000',
      q: '0.10000000',
      T: expect.any(Number),
      m: false,
      M: true,
    });
    const aggregate = await combined.until((message) => message.stream === 'xrpusdt@aggTrade');
    expect(aggregate.data).toMatchObject({ e: 'aggTrade', p: '0.53100000', f: trade.t, l: trade.t });
    const book = await combined.until(({ data }) => data?.b === '0.53090000');
    expect(book).toMatchObject({ stream: 'xrpusdt@bookTicker', data: { s: 'XRPUSDT', a: '0.53110000' } });
    raw.socket.close();
    combined.socket.close();
  });

  it('subscribes, lists and unsubscribes on any path, with integer and string ids', async () => {
    const client = await openSocket(`${bench.urls().wsUrl}/ws/0`);
    client.send({ method: 'SUBSCRIBE', params: ['xrpusdt@miniTicker', 'xrpusdt@kline_1m'], id: 1 });
    expect(await client.until((message) => message.id === 1)).toEqual({ result: null, id: 1 });
    client.send({ method: 'LIST_SUBSCRIPTIONS', id: 'list' });
    const list = await client.until((message) => message.id === 'list');
    expect(list).toEqual({ result: ['xrpusdt@miniTicker', 'xrpusdt@kline_1m'], id: 'list' });
    await bench.price('XRPUSDT', '0.5320');
    expect(await client.until((message) => message.e === '24hrMiniTicker' && message.c === '0.53200000')).toMatchObject(
      {
        s: 'XRPUSDT',
        h: expect.any(String),
      },
    );
    const kline = await client.until((message) => message.e === 'kline');
    expect(kline.k).toMatchObject({ i: '1m', s: 'XRPUSDT', o: expect.any(String), x: expect.any(Boolean) });
    client.send({ method: 'UNSUBSCRIBE', params: ['xrpusdt@miniTicker'], id: 2 });
    await client.until((message) => message.id === 2);
    client.send({ method: 'LIST_SUBSCRIPTIONS', id: 3 });
    expect(await client.until((message) => message.id === 3)).toEqual({ result: ['xrpusdt@kline_1m'], id: 3 });
    client.socket.close();
  });

  it('closes a kline with one last event marked so', async () => {
    const client = await openSocket(`${bench.urls().wsUrl}/ws/btcusdt@kline_1s`);
    const closed = await client.until((message) => (message.k as { x: boolean }).x);
    expect(closed.k).toMatchObject({ i: '1s', s: 'BTCUSDT' });
    client.socket.close();
  });

  it('publishes every symbol that traded in one array', async () => {
    const client = await openSocket(`${bench.urls().wsUrl}/ws/!miniTicker@arr`);
    const all = await client.until((message) => Array.isArray(message));
    const symbols = (all as unknown as { s: string }[]).map((row) => row.s);
    expect(symbols).toContain('BTCUSDT');
    client.socket.close();
  });

  it('answers what it cannot understand in Binance’s words', async () => {
    const client = await openSocket(`${bench.urls().wsUrl}/ws`);
    client.socket.send('{"method":');
    expect(await client.until((message) => message.code === 3)).toMatchObject({
      msg: expect.stringContaining('Invalid JSON'),
    });
    client.send({ id: 1 });
    expect(await client.until((message) => message.id === 1)).toMatchObject({
      code: 2,
      msg: expect.stringContaining('missing field `method`'),
    });
    client.send({ id: 2, method: 'subscribe' });
    expect(await client.until((message) => message.id === 2)).toMatchObject({
      code: 2,
      msg: expect.stringContaining('unknown variant "subscribe"'),
    });
    client.send({ id: 3, method: 'GET_PROPERTY', params: ['combined'] });
    expect(await client.until((message) => message.id === 3)).toEqual({ result: false, id: 3 });
    client.socket.close();
  });

  it('hangs up on a client that talks too much', async () => {
    const client = await openSocket(`${bench.urls().wsUrl}/ws`);
    const closed = new Promise((resolve) => client.socket.once('close', resolve));
    for (let id = 1; id <= 8; id += 1) client.send({ id, method: 'LIST_SUBSCRIPTIONS' });
    expect(await closed).toBe(1008);
  });
});

describe('user data on the websocket API', () => {
  const subscription = (trader: PaperTrader, id: unknown) => ({
    id,
    method: 'userDataStream.subscribe.signature',
    params: signedParams(trader, { recvWindow: 5000 }),
  });

  it('carries several accounts on one socket, each event under its subscription', async () => {
    const [ann, bob] = [await bench.trader(), await bench.trader()];
    await bench.price('XRPUSDT', '0.5300');
    const client = await openSocket(bench.urls().wsApiUrl);
    client.send(subscription(ann, 'a'));
    expect(await client.until((message) => message.id === 'a')).toMatchObject({
      status: 200,
      result: { subscriptionId: 0 },
    });
    client.send(subscription(bob, 'b'));
    expect(await client.until((message) => message.id === 'b')).toMatchObject({
      status: 200,
      result: { subscriptionId: 1 },
    });
    client.send(subscription(ann, 'again'));
    expect(await client.until((message) => message.id === 'again')).toMatchObject({
      status: 400,
      error: { code: -2035, msg: 'User Data Stream subscription already active.' },
    });
    const { body: order } = await bob.place({ ...buyLimit('192.3', '0.5200'), newClientOrderId: 'bob-1' });
    await bench.price('XRPUSDT', '0.5200');
    const filled = await client.until((message) => message.event?.x === 'TRADE');
    expect(client.messages.filter((message) => message.subscriptionId === 0)).toEqual([]);
    expect(filled).toEqual({
      subscriptionId: 1,
      event: {
        e: 'executionReport',
        E: expect.any(Number),
        s: 'XRPUSDT',
        c: 'bob-1',
        S: 'BUY',
        o: 'LIMIT',
        f: 'GTC',
        q: '192.30000000',
        p: '0.52000000',
        P: '0.00000000',
        F: '0.00000000',
        g: -1,
        C: '',
        x: 'TRADE',
        X: 'FILLED',
        r: 'NONE',
        i: order.orderId,
        l: '192.30000000',
        z: '192.30000000',
        L: '0.52000000',
        n: '0.19230000',
        N: 'XRP',
        T: expect.any(Number),
        t: expect.any(Number),
        I: expect.any(Number),
        w: false,
        m: true,
        M: false,
        O: expect.any(Number),
        Z: '99.99600000',
        Y: '99.99600000',
        Q: '0.00000000',
        W: expect.any(Number),
        V: 'EXPIRE_MAKER',
      },
    });
    const position = await client.until((message) => JSON.stringify(message.event?.B ?? []).includes('10192.1077'));
    expect(position.event?.B).toEqual([
      { a: 'XRP', f: '10192.10770000', l: '0.00000000' },
      { a: 'USDT', f: '9900.00400000', l: '0.00000000' },
    ]);
    client.socket.close();
  });

  it('names the cancel and the cancelled order, and ends a subscription when asked', async () => {
    const ann = await bench.trader();
    await bench.price('XRPUSDT', '0.5300');
    const client = await openSocket(bench.urls().wsApiUrl);
    client.send(subscription(ann, 1));
    await client.until((message) => message.id === 1);
    await ann.place({ ...buyLimit('50', '0.5100'), newClientOrderId: 'first' });
    await ann.del('/api/v3/order', { symbol: 'XRPUSDT', origClientOrderId: 'first', newClientOrderId: 'undo' });
    const cancelled = await client.until((message) => message.event?.x === 'CANCELED');
    expect(cancelled.event).toMatchObject({ c: 'undo', C: 'first', X: 'CANCELED', t: -1, n: '0', N: null });
    client.send({ id: 2, method: 'session.subscriptions' });
    expect(await client.until((message) => message.id === 2)).toMatchObject({ result: [{ subscriptionId: 0 }] });
    client.send({ id: 3, method: 'userDataStream.unsubscribe', params: { subscriptionId: 0 } });
    expect(await client.until((message) => message.id === 3)).toMatchObject({ status: 200, result: {} });
    expect(client.messages.at(-2)).toMatchObject({ event: { e: 'eventStreamTerminated' } });
    client.send({ id: 4, method: 'time' });
    expect(await client.until((message) => message.id === 4)).toMatchObject({
      result: { serverTime: expect.any(Number) },
    });
    client.socket.close();
  });

  it('refuses a wrong signature and an unknown method', async () => {
    const ann = await bench.trader();
    const client = await openSocket(bench.urls().wsApiUrl);
    client.send(subscription({ ...ann, secret: 'another' }, 1));
    expect(await client.until((message) => message.id === 1)).toMatchObject({ status: 400, error: { code: -1022 } });
    client.send({ id: 2, method: 'order.dance' });
    expect(await client.until((message) => message.id === 2)).toMatchObject({ status: 400, error: { code: -1020 } });
    client.socket.close();
  });
});
