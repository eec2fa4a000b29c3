import { describe, expect, it, vi } from 'vitest';
import { credentials, scriptedBinance, terms, wireOrder } from '../../../tests/factories/scripted-binance.ts';
import { BINANCE_TIMINGS } from './binance-timings.ts';

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
    expect([xrp?.trailing, other?.trailing]).toEqual([
      { above: { min: 10, max: 2000 }, below: { min: 20, max: 1000 } },
      null,
    ]);
  });

  it('V-10 keeps what does not trade, and one odd symbol costs only itself', async () => {
    const { binance, exchange } = await scriptedBinance();
    const { symbol: xrp } = exchange;
    const symbols = [
      { ...xrp, symbol: 'OLDUSDT', status: 'BREAK', isSpotTradingAllowed: false },
      { ...xrp, symbol: 'ENDUSDT', status: 'CANCEL_ONLY' },
      { ...xrp, symbol: 'MARGINUSDT', isSpotTradingAllowed: false },
      { symbol: 'ODDUSDT', status: 'TRADING' },
      xrp,
    ];
    exchange.on('GET /api/v3/exchangeInfo', () => ({ body: { rateLimits: [], symbols } }));
    await binance.start();
    expect([...binance.pairs().values()].map(({ symbol, status }) => [symbol, status])).toEqual([
      ['OLDUSDT', 'halted'],
      ['ENDUSDT', 'cancel-only'],
      ['XRPUSDT', 'trading'],
    ]);
  });

  it('C-16: how many orders an account may place in a time is read with the rules', async () => {
    const { binance, exchange } = await scriptedBinance({ rules: 20 });
    const orders = { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 };
    const rateLimits = [
      { ...orders, rateLimitType: 'REQUEST_WEIGHT', limit: 6000 },
      orders,
      { ...orders, interval: 'DAY', intervalNum: 1, limit: 200_000 },
    ];
    exchange.on('GET /api/v3/exchangeInfo', () => ({ body: { rateLimits, symbols: [exchange.symbol] } }));
    expect(binance.orderRates?.()).toEqual([]);
    await binance.start();
    expect(binance.orderRates?.()).toEqual([
      { most: 100, within: 10_000 },
      { most: 200_000, within: 86_400_000 },
    ]);
  });

  it('while everything is paused there, what was known of the pairs stays', async () => {
    const { binance, exchange } = await scriptedBinance({ rules: 20 });
    let asked = 0;
    const info = (status: string) => ({ body: { rateLimits: [], symbols: [{ ...exchange.symbol, status }] } });
    exchange.on('GET /api/v3/exchangeInfo', () => info((asked += 1) === 1 ? 'TRADING' : 'BREAK'));
    await binance.start();
    await vi.waitFor(() => expect(asked).toBeGreaterThan(2), 20_000);
    expect(binance.pairs().get('XRPUSDT')).toMatchObject({ status: 'halted', base: 'XRP' });
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

  it('req. 12: the clock is measured again and again, every ten minutes at the least', async () => {
    expect(BINANCE_TIMINGS.heartbeat).toBeLessThanOrEqual(600_000);
    const { binance, exchange } = await scriptedBinance({ heartbeat: 20 });
    await binance.start();
    let ahead = 0;
    exchange.on('GET /api/v3/time', () => ({ body: { serverTime: Date.now() + ahead } }));
    ahead = 7_000;
    exchange.on('GET /api/v3/order', ({ params }) => {
      const late = Date.now() + ahead - Number(params.get('timestamp'));
      return late > 5_000 || late < -1_000
        ? { status: 400, body: { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' } }
        : { body: wireOrder };
    });
    const measured = exchange.asked('GET /api/v3/time');
    await vi.waitFor(() => expect(exchange.asked('GET /api/v3/time')).toBeGreaterThan(measured + 2), 20_000);
    expect(await binance.find(credentials, terms)).toMatchObject({ outcome: 'found' });
    expect(exchange.asked('GET /api/v3/order')).toBe(1);
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
