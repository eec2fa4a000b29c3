import { describe, expect, it, vi } from 'vitest';
import { credentials, scriptedBinance, terms, wireOrder } from '../../../tests/factories/scripted-binance.ts';

const ORDER = 'POST /api/v3/order';
const overWeight = { code: -1003, msg: 'Too much request weight used.' };

describe('M-18: one budget for the address', () => {
  it.each([429, 418])('%i: nothing is sent to Binance until Retry-After, whoever asks', async (status) => {
    const { exchange, binance } = await scriptedBinance();
    exchange.on(ORDER, () => ({ status, body: overWeight, headers: { 'retry-after': '2' } }));
    const first = await binance.place(credentials, terms);
    expect(first).toMatchObject({ outcome: 'rejected', code: -1003, retryAfter: 2_000 });
    const before = exchange.seen.length;
    const other = { apiKey: 'O'.repeat(64), secret: 'o' };
    const refused = await binance.find(other, terms);
    expect(refused).toMatchObject({
      outcome: 'rejected',
      sentence: expect.stringMatching(/^Binance takes no more .* [12] seconds?\.$/),
    });
    expect(await binance.lastPrices()).toMatchObject({ outcome: 'rejected' });
    expect(binance.ready()).toBe(false);
    expect(exchange.seen.length).toBe(before);
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder }));
    await vi.waitFor(async () => expect(await binance.find(other, terms)).toMatchObject({ outcome: 'found' }), 20_000);
  });

  it('req. 13: adapters to one address share its budget, and while it is banned none of them sends', async () => {
    const { exchange, binance } = await scriptedBinance();
    const other = await scriptedBinance({}, exchange);
    exchange.on('GET /api/v3/order', () => ({ status: 418, body: overWeight, headers: { 'retry-after': '60' } }));
    expect(await binance.find(credentials, terms)).toMatchObject({ outcome: 'rejected', retryAfter: 60_000 });
    const before = exchange.seen.length;
    const refused = await Promise.all([
      other.binance.place(credentials, terms),
      other.binance.cancel(credentials, terms),
      other.binance.lastPrices(),
      binance.balances(credentials),
    ]);
    for (const answer of refused) expect(answer).toMatchObject({ outcome: 'rejected', code: -1003 });
    expect(exchange.seen.length).toBe(before);
  });

  it("one account's order count stops that account, nobody else", async () => {
    const { exchange, binance } = await scriptedBinance();
    const body = { code: -1015, msg: 'Too many new orders.' };
    exchange.on(ORDER, () => ({ status: 429, body, headers: { 'retry-after': '9' } }));
    expect(await binance.place(credentials, terms)).toMatchObject({
      outcome: 'rejected',
      code: -1015,
      retryAfter: 9_000,
    });
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder }));
    expect(await binance.find(credentials, terms)).toMatchObject({ outcome: 'found' });
  });

  it('at 80% orders wait, and cancelling goes on', async () => {
    const { exchange, binance } = await scriptedBinance();
    const headers = { 'x-mbx-used-weight-1m': '4900' };
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder, headers }));
    await binance.find(credentials, terms);
    expect(await binance.place(credentials, terms)).toMatchObject({ outcome: 'rejected', code: -1003 });
    expect(exchange.asked(ORDER)).toBe(0);
    expect(await binance.find(credentials, terms)).toMatchObject({ outcome: 'found' });
  });
});

describe('starting', () => {
  it('knows the pairs, their steps and the clock when start() is done', async () => {
    const { binance } = await scriptedBinance();
    await binance.start();
    expect(binance.ready()).toBe(true);
    const pair = binance.pairs().get('XRPUSDT');
    expect([
      pair?.base,
      pair?.counter,
      pair?.tick.toFixed(),
      pair?.step.toFixed(),
      pair?.minNotional.toFixed(),
    ]).toEqual(['XRP', 'USDT', '0.0001', '0.1', '5']);
  });

  it("knows each pair's limits, triggers and lists", async () => {
    const { binance, exchange } = await scriptedBinance();
    const plain = {
      ...exchange.symbol,
      symbol: 'PLAINUSDT',
      orderTypes: ['LIMIT', 'MARKET', 'STOP_LOSS_LIMIT'],
      otoAllowed: false,
      filters: exchange.symbol.filters.slice(0, 2),
    };
    exchange.on('GET /api/v3/exchangeInfo', () => ({ body: { rateLimits: [], symbols: [exchange.symbol, plain] } }));
    await binance.start();
    const [xrp, other] = ['XRPUSDT', 'PLAINUSDT'].map((symbol) => binance.pairs().get(symbol));
    expect(xrp?.limits).toEqual({ orders: 200, algoOrders: 5, orderLists: 20 });
    expect(xrp?.triggers).toEqual(new Set(['stop', 'stop-limit', 'take-profit', 'take-profit-limit']));
    expect(xrp?.lists).toEqual(new Set(['oco', 'oto', 'opo']));
    const lot = xrp?.marketQuantity;
    expect([lot?.min, lot?.max, lot?.step].map((amount) => amount?.toFixed())).toEqual(['0', '800000', '0.1']);
    expect(other?.limits).toEqual({ orders: null, algoOrders: null, orderLists: null });
    expect(other).toMatchObject({ marketQuantity: null, percentPrice: null, triggers: new Set(['stop-limit']) });
    expect(other?.lists).toEqual(new Set(['oco']));
  });

  it('leaves out what is not traded, and one odd symbol costs only itself', async () => {
    const { binance, exchange } = await scriptedBinance();
    const { symbol: xrp } = exchange;
    const symbols = [
      { ...xrp, symbol: 'OLDUSDT', status: 'BREAK' },
      { ...xrp, symbol: 'MARGINUSDT', isSpotTradingAllowed: false },
      { symbol: 'ODDUSDT', status: 'TRADING' },
      xrp,
    ];
    exchange.on('GET /api/v3/exchangeInfo', () => ({ body: { rateLimits: [], symbols } }));
    await binance.start();
    expect([...binance.pairs().keys()]).toEqual(['XRPUSDT']);
  });

  it('an exchange that is not there does not fail the start, and is found when it comes', async () => {
    const { binance, exchange } = await scriptedBinance({ firstPause: 20, heartbeat: 50 });
    let there = false;
    const info = { rateLimits: [], symbols: [exchange.symbol] };
    exchange.on('GET /api/v3/exchangeInfo', () => (there ? { body: info } : 'reset'));
    await binance.start();
    expect(binance.ready()).toBe(false);
    expect(binance.pairs().size).toBe(0);
    there = true;
    await vi.waitFor(() => expect(binance.ready()).toBe(true), 20_000);
  });

  it('an exchange that never answers does not hold the start up', async () => {
    const { binance, exchange } = await scriptedBinance({ start: 50 });
    exchange.on('GET /api/v3/exchangeInfo', () => 'hang');
    await binance.start();
    expect(binance.ready()).toBe(false);
  });

  it('stops being ready when calls go unanswered, and is ready again by itself', async () => {
    const { binance, exchange } = await scriptedBinance({ heartbeat: 20 });
    await binance.start();
    for (const path of ['time', 'ping']) exchange.on(`GET /api/v3/${path}`, () => 'reset');
    await vi.waitFor(() => expect(binance.ready()).toBe(false), 20_000);
    exchange.on('GET /api/v3/ping', () => ({}));
    exchange.on('GET /api/v3/time', () => ({ body: { serverTime: Date.now() } }));
    await vi.waitFor(() => expect(binance.ready()).toBe(true), 20_000);
  });
});
