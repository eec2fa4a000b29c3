import { describe, expect, it } from 'vitest';
import { type OrderBody, buyLimit, paperBench, sellLimit } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();

const trades = async () =>
  (await paper.ann.get<Record<string, unknown>[]>('/api/v3/myTrades', { symbol: 'XRPUSDT' })).body;
const open = async () => (await paper.ann.get<OrderBody[]>('/api/v3/openOrders', { symbol: 'XRPUSDT' })).body;

describe('limit orders', () => {
  it('lock what they spend, fill at their limit when the price reaches it, and pay 0.1% of what they receive', async () => {
    const placed = await paper.ann.place({ ...buyLimit('192.3', '0.5200'), newClientOrderId: 'entry-1' });
    expect(placed.status).toBe(200);
    expect(placed.body).toEqual({
      symbol: 'XRPUSDT',
      orderId: expect.any(Number),
      orderListId: -1,
      clientOrderId: 'entry-1',
      transactTime: expect.any(Number),
      price: '0.52000000',
      origQty: '192.30000000',
      executedQty: '0.00000000',
      origQuoteOrderQty: '0.00000000',
      cummulativeQuoteQty: '0.00000000',
      status: 'NEW',
      timeInForce: 'GTC',
      type: 'LIMIT',
      side: 'BUY',
      workingTime: expect.any(Number),
      selfTradePreventionMode: 'EXPIRE_MAKER',
      fills: [],
    });
    expect((await paper.ann.balances()).USDT).toEqual({ free: '9900.00400000', locked: '99.99600000' });
    await paper.bench.price('XRPUSDT', '0.5201');
    expect(await open()).toHaveLength(1);
    await paper.bench.price('XRPUSDT', '0.5190');
    expect(await open()).toEqual([]);
    expect((await paper.ann.find(placed.body.orderId)).body).toMatchObject({
      status: 'FILLED',
      executedQty: '192.30000000',
    });
    const { USDT, XRP } = await paper.ann.balances();
    expect(USDT).toEqual({ free: '9900.00400000', locked: '0.00000000' });
    expect(XRP).toEqual({ free: '10192.10770000', locked: '0.00000000' });
    expect(await trades()).toEqual([
      {
        symbol: 'XRPUSDT',
        id: expect.any(Number),
        orderId: placed.body.orderId,
        orderListId: -1,
        price: '0.52000000',
        qty: '192.30000000',
        quoteQty: '99.99600000',
        commission: '0.19230000',
        commissionAsset: 'XRP',
        time: expect.any(Number),
        isBuyer: true,
        isMaker: true,
        isBestMatch: true,
      },
    ]);
  });

  it('that cross fill at once at the market and give the difference back', async () => {
    const { body } = await paper.ann.place(buyLimit('100', '0.5400'));
    expect(body).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '53.00000000' });
    expect(body.fills).toEqual([
      {
        price: '0.53000000',
        qty: '100.00000000',
        commission: '0.10000000',
        commissionAsset: 'XRP',
        tradeId: expect.any(Number),
      },
    ]);
    expect((await paper.ann.balances()).USDT).toEqual({ free: '9947.00000000', locked: '0.00000000' });
    const sold = await paper.ann.place(sellLimit('100', '0.5200'));
    expect(sold.body.fills).toEqual([
      expect.objectContaining({ price: '0.53000000', commission: '0.05300000', commissionAsset: 'USDT' }),
    ]);
  });

  it('fill in parts of what the market bears, best price first', async () => {
    const near = await paper.ann.place(buyLimit('100', '0.5200'));
    const far = await paper.ann.place(buyLimit('100', '0.5100'));
    await paper.bench.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: 60 });
    await paper.bench.price('XRPUSDT', '0.5100');
    expect((await paper.ann.find(near.body.orderId)).body).toMatchObject({
      status: 'PARTIALLY_FILLED',
      executedQty: '60.00000000',
    });
    expect((await paper.ann.find(far.body.orderId)).body).toMatchObject({ status: 'NEW' });
    expect((await paper.ann.balances()).USDT?.locked).toBe('71.80000000');
    await paper.bench.price('XRPUSDT', '0.5100');
    expect((await paper.ann.find(near.body.orderId)).body).toMatchObject({ status: 'FILLED' });
    expect((await paper.ann.find(far.body.orderId)).body).toMatchObject({
      status: 'PARTIALLY_FILLED',
      executedQty: '20.00000000',
    });
    await paper.ann.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: far.body.orderId });
    expect((await paper.ann.find(far.body.orderId)).body).toMatchObject({
      status: 'CANCELED',
      executedQty: '20.00000000',
    });
    expect((await paper.ann.balances()).USDT).toEqual({ free: '9937.80000000', locked: '0.00000000' });
    expect(await trades()).toHaveLength(3);
  });

  it('IOC and FOK end at once, and say why', async () => {
    await paper.bench.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: 60 });
    const ioc = await paper.ann.place({ ...buyLimit('100', '0.5300'), timeInForce: 'IOC' });
    expect(ioc.body).toMatchObject({
      status: 'EXPIRED',
      executedQty: '60.00000000',
      expiryReason: 'UNFILLED_IOC_QUANTITY_EXPIRED',
    });
    const fok = await paper.ann.place({ ...buyLimit('100', '0.5300'), timeInForce: 'FOK' });
    expect(fok.body).toMatchObject({
      status: 'EXPIRED',
      executedQty: '0.00000000',
      expiryReason: 'UNFILLED_FOK_ORDER_EXPIRED',
    });
    const fits = await paper.ann.place({ ...buyLimit('60', '0.5300'), timeInForce: 'FOK' });
    expect(fits.body).toMatchObject({ status: 'FILLED' });
    expect((await paper.ann.balances()).USDT).toEqual({ free: '9936.40000000', locked: '0.00000000' });
  });

  it('LIMIT_MAKER rests, or is refused when it would take', async () => {
    const terms = { side: 'SELL', type: 'LIMIT_MAKER', quantity: '100' };
    const rests = await paper.ann.place({ ...terms, price: '0.5400' });
    expect(Object.keys(rests.body)).toEqual(['symbol', 'orderId', 'orderListId', 'clientOrderId', 'transactTime']);
    const takes = await paper.ann.place({ ...terms, price: '0.5300' });
    expect(takes).toMatchObject({ status: 400, body: { code: -2010, msg: 'Order would immediately match and take.' } });
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9900.00000000', locked: '100.00000000' });
  });
});

describe('market orders', () => {
  it('by quantity and by what is to be spent', async () => {
    const byQuantity = await paper.ann.place({ side: 'SELL', type: 'MARKET', quantity: '100' });
    expect(byQuantity.body).toMatchObject({
      status: 'FILLED',
      price: '0.00000000',
      cummulativeQuoteQty: '53.00000000',
    });
    const byQuote = await paper.ann.place({ side: 'BUY', type: 'MARKET', quoteOrderQty: '100' });
    expect(byQuote.body).toMatchObject({
      status: 'FILLED',
      origQty: '188.60000000',
      origQuoteOrderQty: '100.00000000',
      cummulativeQuoteQty: '99.95800000',
    });
  });

  it('expire part-filled when the market bears no more', async () => {
    await paper.bench.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '60' });
    const { body } = await paper.ann.place({ side: 'SELL', type: 'MARKET', quantity: '100' });
    expect(body).toMatchObject({
      status: 'EXPIRED',
      executedQty: '60.00000000',
      expiryReason: 'INSUFFICIENT_LIQUIDITY',
    });
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9940.00000000', locked: '0.00000000' });
  });
});

describe('looking up and cancelling', () => {
  it('finds an order by either id, and refuses the wrong pair of them', async () => {
    const { body } = await paper.ann.place({ ...buyLimit('100', '0.52'), newClientOrderId: 'mine' });
    const byName = await paper.ann.get<OrderBody>('/api/v3/order', { symbol: 'XRPUSDT', origClientOrderId: 'mine' });
    expect(byName.body).toEqual({
      symbol: 'XRPUSDT',
      orderId: body.orderId,
      orderListId: -1,
      clientOrderId: 'mine',
      price: '0.52000000',
      origQty: '100.00000000',
      executedQty: '0.00000000',
      origQuoteOrderQty: '0.00000000',
      cummulativeQuoteQty: '0.00000000',
      status: 'NEW',
      timeInForce: 'GTC',
      type: 'LIMIT',
      side: 'BUY',
      stopPrice: '0.00000000',
      icebergQty: '0.00000000',
      time: expect.any(Number),
      updateTime: expect.any(Number),
      isWorking: true,
      workingTime: expect.any(Number),
      selfTradePreventionMode: 'EXPIRE_MAKER',
    });
    const wrong = { symbol: 'XRPUSDT', orderId: body.orderId, origClientOrderId: 'other' };
    expect((await paper.ann.get('/api/v3/order', wrong)).body.code).toBe(-2039);
    expect((await paper.ann.get('/api/v3/order', { symbol: 'XRPUSDT', origClientOrderId: 'none' })).body).toEqual({
      code: -2013,
      msg: 'Order does not exist.',
    });
    expect((await paper.ann.get('/api/v3/order', { symbol: 'XRPUSDT' })).body.code).toBe(-1102);
    const elsewhere = { symbol: 'BTCUSDT', orderId: body.orderId };
    expect((await paper.ann.get('/api/v3/order', elsewhere)).body.code).toBe(-2013);
    expect((await paper.ann.del('/api/v3/order', elsewhere)).body.code).toBe(-2011);
    const bob = await paper.bench.trader();
    expect((await bob.find(body.orderId)).body.code).toBe(-2013);
  });

  it('cancels one, cancels all, and says when there is nothing to cancel', async () => {
    const { body } = await paper.ann.place({ ...buyLimit('100', '0.52'), newClientOrderId: 'mine' });
    const restricted = { symbol: 'XRPUSDT', orderId: body.orderId, cancelRestrictions: 'ONLY_PARTIALLY_FILLED' };
    expect((await paper.ann.del('/api/v3/order', restricted)).body).toMatchObject({
      code: -2011,
      msg: 'Order was not canceled due to cancel restrictions.',
    });
    const cancelled = await paper.ann.del('/api/v3/order', {
      symbol: 'XRPUSDT',
      orderId: body.orderId,
      newClientOrderId: 'undo',
    });
    expect(cancelled.body).toMatchObject({ origClientOrderId: 'mine', clientOrderId: 'undo', status: 'CANCELED' });
    expect((await paper.ann.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: body.orderId })).body).toMatchObject({
      code: -2011,
      msg: 'Unknown order sent.',
    });
    await paper.ann.place(buyLimit('100', '0.52'));
    await paper.ann.place(sellLimit('100', '0.54'));
    const all = await paper.ann.del<OrderBody[]>('/api/v3/openOrders', { symbol: 'XRPUSDT' });
    expect(all.body.map((order) => order.status)).toEqual(['CANCELED', 'CANCELED']);
    expect((await paper.ann.del('/api/v3/openOrders', { symbol: 'XRPUSDT' })).body.code).toBe(-2011);
    const { USDT, XRP } = await paper.ann.balances();
    expect([USDT?.locked, XRP?.locked]).toEqual(['0.00000000', '0.00000000']);
  });

  it('lists orders and trades by id, by time and by limit', async () => {
    for (const quantity of ['10', '20', '30']) await paper.ann.place({ side: 'BUY', type: 'MARKET', quantity });
    const symbol = 'XRPUSDT';
    const orders = (await paper.ann.get<OrderBody[]>('/api/v3/allOrders', { symbol })).body;
    expect(orders.map((order) => order.executedQty)).toEqual(['10.00000000', '20.00000000', '30.00000000']);
    const last = await paper.ann.get<OrderBody[]>('/api/v3/allOrders', { symbol, limit: 1 });
    expect(last.body).toEqual(orders.slice(2));
    const from = await paper.ann.get<OrderBody[]>('/api/v3/allOrders', { symbol, orderId: orders[1]?.orderId ?? 0 });
    expect(from.body).toEqual(orders.slice(1));
    const mine = await trades();
    const second = await paper.ann.get('/api/v3/myTrades', { symbol, fromId: mine[1]?.id as number, limit: 1 });
    expect(second.body).toEqual(mine.slice(1, 2));
    const ofOrder = await paper.ann.get('/api/v3/myTrades', { symbol, orderId: orders[2]?.orderId ?? 0 });
    expect(ofOrder.body).toEqual(mine.slice(2));
    const tooLong = { symbol, startTime: 1, endTime: 90_000_000 };
    expect((await paper.ann.get('/api/v3/myTrades', tooLong)).body).toEqual({
      code: -1127,
      msg: 'More than 24 hours between startTime and endTime.',
    });
  });
});
