import { describe, expect, it } from 'vitest';
import { type Fields, buyLimit, openPaperExchange } from '../../../../../tests/factories/paper-exchange.ts';
import { openSocket, paperSocketBench } from '../../../../../tests/factories/paper-socket.ts';

// Stands still, so that two answers to one question can be compared.
const now = Date.UTC(2026, 10, 2, 12, 0, 15);
const api = paperSocketBench(now);
const { paper, signed, stamped } = api;

const symbol = 'XRPUSDT';
const order = (fields: Fields = {}) => ({ symbol, ...buyLimit('100', '0.52'), ...fields });
const refusedWith = (code: number, msg: string, status = 400) => ({ status, error: { code, msg } });

describe('trading over the websocket API', () => {
  it('places as REST does, and shows the limits that it counts for', async () => {
    const reply = await signed('order.place', order({ newClientOrderId: 'ws-1' }));
    expect(reply).toEqual({
      id: 1,
      status: 200,
      result: expect.objectContaining({ symbol, clientOrderId: 'ws-1', status: 'NEW', origQty: '100.00000000' }),
      rateLimits: [
        { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100, count: 1 },
        { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200_000, count: 1 },
        { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000, count: expect.any(Number) },
      ],
    });
    const { body } = await paper.ann.get<object>('/api/v3/order', {
      symbol,
      origClientOrderId: 'ws-1',
      timestamp: now,
    });
    expect((await signed('order.status', { symbol, origClientOrderId: 'ws-1' })).result).toEqual(body);
    expect((await signed('openOrders.status', { symbol })).result).toEqual([body]);
    const { result, rateLimits } = await signed('order.cancel', { symbol, origClientOrderId: 'ws-1' });
    expect(result).toMatchObject({ status: 'CANCELED', origClientOrderId: 'ws-1' });
    expect(rateLimits).toEqual([expect.objectContaining({ rateLimitType: 'REQUEST_WEIGHT' })]);
    expect(await signed('order.cancel', { symbol, origClientOrderId: 'ws-1' })).toMatchObject(
      refusedWith(-2011, 'Unknown order sent.'),
    );
    expect((await signed('allOrders', { symbol })).result).toEqual([expect.objectContaining({ status: 'CANCELED' })]);
  });

  it('answers the account as REST does', async () => {
    await signed('order.place', { symbol, side: 'BUY', type: 'MARKET', quantity: '100' });
    const calls: [string, string, Fields][] = [
      ['account.status', '/api/v3/account', {}],
      ['account.commission', '/api/v3/account/commission', { symbol }],
      ['account.rateLimits.orders', '/api/v3/rateLimit/order', {}],
      ['myTrades', '/api/v3/myTrades', { symbol }],
    ];
    for (const [method, path, fields] of calls) {
      const { body } = await paper.ann.get<unknown>(path, { ...fields, timestamp: now });
      expect((await signed(method, fields)).result).toEqual(body);
    }
    expect((await signed('order.test', order())).result).toEqual({});
    await signed('order.place', order());
    await signed('order.place', order());
    expect((await signed('openOrders.cancelAll', { symbol })).result).toHaveLength(2);
  });

  it('answers the market as REST does, lists of symbols as lists', async () => {
    const symbols = ['XRPUSDT', 'BTCUSDT'];
    const calls: [string, string, object][] = [
      ['depth', `depth?symbol=${symbol}&limit=5`, { symbol, limit: 5 }],
      ['trades.recent', `trades?symbol=${symbol}&limit=1`, { symbol, limit: 1 }],
      ['klines', `klines?symbol=${symbol}&interval=1m&limit=2`, { symbol, interval: '1m', limit: 2 }],
      ['avgPrice', `avgPrice?symbol=${symbol}`, { symbol }],
      ['ticker.price', `ticker/price?symbol=${symbol}`, { symbol }],
      ['ticker.book', `ticker/bookTicker?symbol=${symbol}`, { symbol }],
      ['ticker.24hr', `ticker/24hr?symbol=${symbol}&type=MINI`, { symbol, type: 'MINI' }],
    ];
    for (const [method, path, params] of calls) {
      const { body } = await paper.bench.call<unknown>(`/api/v3/${path}`);
      const { result } = await api.client.ask(method, params);
      expect(result).toEqual(body);
    }
    const information = await api.client.ask('v3/exchangeInfo', { symbols });
    expect((information.result as { symbols: { symbol: string }[] }).symbols.map((each) => each.symbol)).toEqual(
      symbols,
    );
    expect(await api.client.ask('ticker.price', { symbol: 'NOPE' })).toMatchObject(
      refusedWith(-1121, 'Invalid symbol.'),
    );
  });

  it('is there on the doubled path that one client uses', async () => {
    const doubled = await openSocket(`${paper.bench.urls().wsApiUrl}/ws-api/v3`);
    expect(await doubled.ask('ping')).toMatchObject({ status: 200, result: {} });
    doubled.socket.close();
  });
});

describe('the documented signatures', () => {
  const key = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';
  const secret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
  const time = 1_645_423_376_532;
  const shared = { timeInForce: 'GTC', timestamp: time, apiKey: key, type: 'LIMIT' };

  it.each([
    [
      { ...shared, symbol: 'BTCUSDT', side: 'SELL', quantity: '0.01000000', price: '52000.00', recvWindow: 100 },
      'aa1b5712c094bc4e57c05a1a5c1fd8d88dcd628338ea863fec7b88e59fe2db24',
      // The account has nothing: that is looked at once the signature was accepted.
      { status: 400, error: { code: -2010 } },
    ],
    [
      { ...shared, symbol: '１２３４５６', side: 'BUY', quantity: '1.00000000', price: '0.10000000', recvWindow: 5000 },
      'b33892ae8e687c939f4468c6268ddd4c40ac1af18ad19a064864c47bae0752cd',
      { status: 400, error: { code: -1121 } },
    ],
  ])('%j', async (params, signature, reply) => {
    const docs = await openPaperExchange({ clock: () => time });
    await docs.price('BTCUSDT', '52000');
    const { sql } = docs.database;
    await sql`insert into paper.accounts (api_key, secret, rights, created_at)
      values (${key}, ${secret}, '{"spot":true,"withdraw":false,"ip":null,"revoked":false}', ${time})`;
    const caller = await openSocket(docs.urls().wsApiUrl);
    expect(await caller.ask('order.place', { ...params, signature })).toMatchObject(reply);
    const wrong = { status: 400, error: { code: -1022 } };
    expect(await caller.ask('order.place', { ...params, signature: 'a'.repeat(64) })).toMatchObject(wrong);
    caller.socket.close();
    await docs.close();
  });
});

describe('refusals', () => {
  it('of what is not signed, or not by the key, or with something else', async () => {
    const { apiKey: _key, ...keyless } = stamped(order());
    const { signature: _signature, ...unsigned } = stamped(order());
    const mandatory = (name: string) => `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;
    expect(await api.client.ask('order.place', keyless)).toMatchObject(refusedWith(-1102, mandatory('apiKey')));
    expect(await api.client.ask('order.place', unsigned)).toMatchObject(refusedWith(-1102, mandatory('signature')));
    const forged = { ...stamped(order()), quantity: '101' };
    expect(await api.client.ask('order.place', forged)).toMatchObject(
      refusedWith(-1022, 'Signature for this request is not valid.'),
    );
    const late = { symbol, timestamp: now - 6000 };
    expect(await signed('openOrders.status', late)).toMatchObject(
      refusedWith(-1021, 'Timestamp for this request is outside of the recvWindow.'),
    );
    expect(await signed('order.place', order({ colour: 'red' }))).toMatchObject(
      refusedWith(-1104, "Not all sent parameters were read; read '9' parameter(s) but was sent '10'."),
    );
    expect(await api.client.ask('ping', { symbol })).toMatchObject({ error: { code: -1104 } });
  });

  it('of a key that may not trade', async () => {
    await paper.bench.control('key', { key: paper.ann.key, spot: false });
    const words = 'Invalid API-key, IP, or permissions for action.';
    expect(await signed('order.place', order())).toMatchObject(refusedWith(-2015, words, 401));
    expect(await signed('account.status')).toMatchObject({ status: 200, result: { canTrade: false } });
  });

  it('of a log-on, which HMAC keys cannot do', async () => {
    expect(await signed('session.logon')).toMatchObject(refusedWith(-1022, 'Signature for this request is not valid.'));
    expect(await api.client.ask('userDataStream.subscribe')).toMatchObject({ status: 401, error: { code: -1002 } });
    const signedOut = { apiKey: null, authorizedSince: null, userDataStream: false };
    expect(await api.client.ask('session.status')).toMatchObject({ status: 200, result: signedOut });
    await signed('userDataStream.subscribe.signature');
    expect(await api.client.ask('session.logout')).toMatchObject({ result: { ...signedOut, userDataStream: true } });
  });

  it('of what is no request', async () => {
    const wrong = { id: null, ...refusedWith(-1135, 'Invalid JSON Request') };
    for (const text of ['{', '[]', '{"id":1}', '{"id":{},"method":"ping"}']) {
      const other = await openSocket(paper.bench.urls().wsApiUrl);
      other.socket.send(text);
      expect(await other.until(() => true)).toMatchObject(wrong);
      other.socket.close();
    }
    expect(await api.client.ask('order.dance')).toMatchObject(refusedWith(-1020, 'This operation is not supported.'));
  });
});

describe('the limits in a reply', () => {
  it('can be left out, by the connection or by the request', async () => {
    expect(Object.keys(await api.client.ask('time', { returnRateLimits: false }))).toEqual(['id', 'status', 'result']);
    const quiet = await openSocket(`${paper.bench.urls().wsApiUrl}?returnRateLimits=false`);
    expect(await quiet.ask('ping')).toEqual({ id: 1, status: 200, result: {} });
    expect(await quiet.ask('ping', { returnRateLimits: true })).toHaveProperty('rateLimits');
    quiet.socket.close();
  });
});

describe('faults ordered by a test', () => {
  const placed = async (origClientOrderId: string) =>
    (await paper.ann.get<{ status?: string }>('/api/v3/order', { symbol, origClientOrderId, timestamp: now })).body
      .status;

  it('cut the line before an order is read, or after it was placed', async () => {
    for (const [kind, status] of [
      ['drop-before', undefined],
      ['drop-after', 'NEW'],
    ] as const) {
      const cut = await openSocket(paper.bench.urls().wsApiUrl);
      await paper.bench.control('fault', { kind });
      cut.send({ id: 1, method: 'order.place', params: stamped(order({ newClientOrderId: kind })) });
      expect(await cut.closed).toBe(1006);
      expect(cut.messages).toEqual([]);
      expect(await placed(kind)).toBe(status);
    }
  });

  it('refuse what was asked, or what was done', async () => {
    await paper.bench.control('fault', { kind: 'reject', code: 503 });
    expect(await signed('order.place', order({ newClientOrderId: 'refused' }))).toMatchObject({
      status: 503,
      error: { code: -1007 },
    });
    expect(await placed('refused')).toBeUndefined();
    await paper.bench.control('fault', { kind: 'drop-after', code: 504 });
    expect((await signed('order.place', order({ newClientOrderId: 'unsure' }))).status).toBe(504);
    expect(await placed('unsure')).toBe('NEW');
    await paper.bench.control('fault', { kind: 'reject', code: 418 });
    expect(await api.client.ask('time')).toMatchObject({ status: 418, error: { data: { retryAfter: now + 120_000 } } });
    expect(await api.client.ask('time')).toMatchObject({ status: 200 });
  });
});
