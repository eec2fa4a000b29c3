import { describe, expect, it } from 'vitest';
import { paperBench, sellOco } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const statuses = (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await paper.ann.find(id)).body)).then((orders) =>
    orders.map(({ status, expiryReason }) => (expiryReason ? `${status} ${expiryReason}` : status)),
  );
const idsOf = (list: { orders: { orderId: number }[] }) => list.orders.map((order) => order.orderId);
const place = async (more = {}) => {
  const { status, body } = await paper.ann.placeList('oco', { ...sellOco('100', '0.5600', '0.5000'), ...more });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

describe('an OCO', () => {
  it('locks its quantity once and is answered with both orders, the one below first', async () => {
    const body = await place({ listClientOrderId: 'pair', aboveClientOrderId: 'gain', belowClientOrderId: 'loss' });
    const common = {
      symbol: 'XRPUSDT',
      orderId: expect.any(Number),
      orderListId: body.orderListId,
      transactTime: expect.any(Number),
      origQty: '100.00000000',
      executedQty: '0.00000000',
      origQuoteOrderQty: '0.00000000',
      cummulativeQuoteQty: '0.00000000',
      status: 'NEW',
      timeInForce: 'GTC',
      side: 'SELL',
      selfTradePreventionMode: 'EXPIRE_MAKER',
    };
    expect(body).toEqual({
      orderListId: expect.any(Number),
      contingencyType: 'OCO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'pair',
      transactionTime: expect.any(Number),
      symbol: 'XRPUSDT',
      orders: [
        { symbol: 'XRPUSDT', orderId: expect.any(Number), clientOrderId: 'loss' },
        { symbol: 'XRPUSDT', orderId: expect.any(Number), clientOrderId: 'gain' },
      ],
      orderReports: [
        {
          ...common,
          clientOrderId: 'loss',
          type: 'STOP_LOSS',
          price: '0.00000000',
          stopPrice: '0.50000000',
          workingTime: -1,
        },
        {
          ...common,
          clientOrderId: 'gain',
          type: 'LIMIT_MAKER',
          price: '0.56000000',
          workingTime: expect.any(Number),
        },
      ],
    });
    expect(idsOf(body)).toEqual(body.orderReports.map((order) => order.orderId));
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9900.00000000', locked: '100.00000000' });
    expect(await paper.ann.open()).toHaveLength(2);
  });

  it('expires the stop when the limit is filled', async () => {
    const ids = idsOf(await place());
    await paper.bench.price('XRPUSDT', '0.5600');
    expect(await statuses(ids)).toEqual(['EXPIRED OCO_TRIGGER', 'FILLED']);
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9900.00000000', locked: '0.00000000' });
  });

  it('expires the stop with the limit’s first part already', async () => {
    const ids = idsOf(await place());
    await paper.bench.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: 40 });
    await paper.bench.price('XRPUSDT', '0.5600');
    expect(await statuses(ids)).toEqual(['EXPIRED OCO_TRIGGER', 'PARTIALLY_FILLED']);
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9900.00000000', locked: '60.00000000' });
    await paper.bench.price('XRPUSDT', '0.4000');
    expect(await statuses(ids)).toEqual(['EXPIRED OCO_TRIGGER', 'PARTIALLY_FILLED']);
  });

  it('expires the limit when the stop is set off', async () => {
    const ids = idsOf(await place());
    await paper.bench.price('XRPUSDT', '0.4990');
    expect(await statuses(ids)).toEqual(['FILLED', 'EXPIRED OCO_TRIGGER']);
    expect((await paper.ann.balances()).USDT?.free).toBe('10049.85010000');
  });

  it('buys as well, its stop above', async () => {
    const { status, body } = await paper.ann.placeList('oco', {
      side: 'BUY',
      quantity: '100',
      aboveType: 'STOP_LOSS_LIMIT',
      aboveStopPrice: '0.56',
      abovePrice: '0.57',
      aboveTimeInForce: 'GTC',
      belowType: 'TAKE_PROFIT',
      belowStopPrice: '0.5',
    });
    expect(status).toBe(200);
    expect(body.orderReports.map((order) => order.type)).toEqual(['TAKE_PROFIT', 'STOP_LOSS_LIMIT']);
    // The dearer leg decides what is locked.
    expect((await paper.ann.balances()).USDT?.locked).toBe('57.00000000');
    await paper.bench.price('XRPUSDT', '0.5000');
    expect(await statuses(idsOf(body))).toEqual(['FILLED', 'EXPIRED OCO_TRIGGER']);
    expect((await paper.ann.balances()).USDT).toEqual({ free: '9950.00000000', locked: '0.00000000' });
  });

  it('by the deprecated call, whose types follow from what is sent', async () => {
    const terms = { symbol: 'XRPUSDT', side: 'SELL', quantity: '100', price: '0.56', stopPrice: '0.5' };
    const types = async (more: Record<string, string>) =>
      (await paper.ann.post<{ orderReports: { type: string }[] }>('/api/v3/order/oco', { ...terms, ...more })).body;
    const named = { stopClientOrderId: 'loss', limitClientOrderId: 'gain', listClientOrderId: 'old' };
    expect(await types(named)).toMatchObject({
      contingencyType: 'OCO',
      listClientOrderId: 'old',
      orderReports: [
        { type: 'STOP_LOSS', clientOrderId: 'loss', stopPrice: '0.50000000' },
        { type: 'LIMIT_MAKER', clientOrderId: 'gain', price: '0.56000000' },
      ],
    });
    const limit = { stopLimitPrice: '0.49', stopLimitTimeInForce: 'GTC' };
    expect(await types(limit)).toMatchObject({ orderReports: [{ type: 'STOP_LOSS_LIMIT' }, { type: 'LIMIT_MAKER' }] });
    for (const [name, value] of Object.entries(limit)) {
      expect(await types({ [name]: value })).toEqual({
        code: -1106,
        msg: `Parameter '${name}' sent when not required.`,
      });
    }
  });
});
