import { Big } from 'big.js';
import { describe, expect, it, vi } from 'vitest';
import { credentials, scriptedBinance, terms, wireOrder } from '../../../../tests/factories/scripted-binance.ts';

const ORDER = 'POST /api/v3/order';
const OCO = 'POST /api/v3/orderList/oco';
const overWeight = { code: -1003, msg: 'Too much request weight used.' };

describe('M-18: one budget for the address', () => {
  it.each([429, 418])('%i: nothing is sent to Binance until Retry-After, by any caller', async (status) => {
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
    const { exchange, binance, budget } = await scriptedBinance();
    const other = await scriptedBinance({}, { at: exchange, budget });
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

  it('at 70% an entry waits, and a stop, a close or both targets are sent', async () => {
    const { exchange, binance } = await scriptedBinance({}, { clock: () => 1_800_000_000_000 });
    const used = { 'x-mbx-used-weight-1m': '4300' };
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder, headers: used }));
    exchange.on(ORDER, () => ({ body: wireOrder, headers: used }));
    exchange.on(OCO, () => ({ status: 400, body: { code: -1013, msg: 'Invalid price.' }, headers: used }));
    await binance.find(credentials, terms);
    expect(await binance.place(credentials, terms)).toMatchObject({ outcome: 'rejected', code: -1003 });
    expect(await binance.place(credentials, { ...terms, isExit: true })).toMatchObject({ outcome: 'accepted' });
    const targets = {
      takeProfit: { clientOrderId: 'tandem-2', price: new Big('0.6') },
      stopLoss: { clientOrderId: 'tandem-3', price: null, stopPrice: new Big('0.4') },
    };
    const { symbol, side, quantity } = terms;
    await binance.placeList(credentials, { kind: 'oco', clientListId: 'tandem-4', symbol, side, quantity, targets });
    expect([exchange.asked(ORDER), exchange.asked(OCO)]).toEqual([1, 1]);
  });

  it("one account's order count stops that account and no other", async () => {
    const { exchange, binance } = await scriptedBinance();
    const body = { code: -1015, msg: 'Too many new orders.' };
    exchange.on(ORDER, () => ({ status: 429, body, headers: { 'retry-after': '9' } }));
    expect(await binance.place(credentials, terms)).toMatchObject({
      outcome: 'rejected',
      code: -1015,
      retryAfter: 9_000,
    });
    expect(await binance.place(credentials, { ...terms, clientOrderId: 'tandem-2' })).toMatchObject({
      outcome: 'rejected',
      code: -1015,
      retryAfter: expect.any(Number),
    });
    expect(exchange.asked(ORDER)).toBe(1);
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder }));
    exchange.on('DELETE /api/v3/order', () => ({ body: { ...wireOrder, status: 'CANCELED' } }));
    expect(await binance.find(credentials, terms)).toMatchObject({ outcome: 'found' });
    await binance.cancel(credentials, terms);
    expect(exchange.asked('DELETE /api/v3/order')).toBe(1);
    exchange.on(ORDER, () => ({ body: wireOrder }));
    const other = { apiKey: 'O'.repeat(64), secret: 'o' };
    expect(await binance.place(other, terms)).toMatchObject({ outcome: 'accepted' });
  });

  it('an account may place orders again once its order count begins anew', async () => {
    const { exchange, binance } = await scriptedBinance();
    const body = { code: -1015, msg: 'Too many new orders.' };
    exchange.on(ORDER, () => ({ status: 429, body, headers: { 'retry-after': '1' } }));
    await binance.place(credentials, terms);
    exchange.on(ORDER, () => ({ body: wireOrder }));
    await vi.waitFor(
      async () => expect(await binance.place(credentials, terms)).toMatchObject({ outcome: 'accepted' }),
      {
        timeout: 20_000,
      },
    );
    expect(exchange.asked(ORDER)).toBe(2);
  });

  it('at 60% whatever only reads waits, and orders go on', async () => {
    const { exchange, binance } = await scriptedBinance({}, { clock: () => 1_800_000_000_000 });
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder, headers: { 'x-mbx-used-weight-1m': '3700' } }));
    await binance.find(credentials, terms);
    expect(await binance.balances(credentials)).toMatchObject({ outcome: 'rejected', code: -1003 });
    expect(await binance.openOrders(credentials, terms.symbol, 'check')).toMatchObject({ outcome: 'rejected' });
    expect([exchange.asked('GET /api/v3/account'), exchange.asked('GET /api/v3/openOrders')]).toEqual([0, 0]);
    exchange.on('GET /api/v3/openOrders', () => ({ body: [] }));
    expect(await binance.openOrders(credentials, terms.symbol)).toMatchObject({ outcome: 'ok' });
    // Those that an order waits for are part of it.
    exchange.on('GET /api/v3/account', () => ({ body: { balances: [] } }));
    expect(await binance.balances(credentials, 'order')).toMatchObject({ outcome: 'ok' });
    await binance.place(credentials, terms);
    expect(exchange.asked(ORDER)).toBe(1);
  });

  it('at 80% what ends or protects a position waits as well, and cancelling goes on', async () => {
    const { exchange, binance } = await scriptedBinance({}, { clock: () => 1_800_000_000_000 });
    const headers = { 'x-mbx-used-weight-1m': '4900' };
    exchange.on('GET /api/v3/order', () => ({ body: wireOrder, headers }));
    await binance.find(credentials, terms);
    const exit = await binance.place(credentials, { ...terms, isExit: true });
    expect(exit).toMatchObject({ outcome: 'rejected', code: -1003 });
    expect(exchange.asked(ORDER)).toBe(0);
    expect(await binance.find(credentials, terms)).toMatchObject({ outcome: 'found' });
  });
});
