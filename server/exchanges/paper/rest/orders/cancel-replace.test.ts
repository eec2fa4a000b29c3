import { afterEach, describe, expect, it } from 'vitest';
import { type Fields, buyLimit, paperBench, sellOco } from '../../../../../tests/factories/paper-exchange.ts';

/** While set, the exchange's clock stands there. */
let stopped: number | null = null;
const paper = paperBench({ clock: () => stopped ?? Date.now() });
afterEach(() => {
  stopped = null;
});
const symbol = 'XRPUSDT';
const UNKNOWN = { code: -2011, msg: 'Unknown order sent.' };
const STOP = 'STOP_ON_FAILURE';
const ALLOW = 'ALLOW_FAILURE';
const replace = async (cancelReplaceMode: string, fields: Fields) => {
  const path = '/api/v3/order/cancelReplace';
  const { status, body } = await paper.ann.post<object>(path, { symbol, cancelReplaceMode, ...fields });
  return { status, body };
};
const resting = async () =>
  (await paper.ann.place({ ...buyLimit('100', '0.52'), newClientOrderId: 'old' })).body.orderId;
const openIds = async () => (await paper.ann.open()).map((order) => order.clientOrderId);
/** Would take, as the price stands at 0.53. */
const takes: Fields = { side: 'BUY', type: 'LIMIT_MAKER', quantity: '100', price: '0.53' };
const NOT_TAKEN = { code: -2010, msg: 'Order would immediately match and take.' };
const renewed = { ...buyLimit('100', '0.51'), newClientOrderId: 'new' };

describe('cancelReplace', () => {
  it('does both, and frees the first order’s money and id for the second', async () => {
    const orderId = await resting();
    const both = await replace(STOP, {
      ...buyLimit('19000', '0.52'),
      cancelOrderId: orderId,
      cancelNewClientOrderId: 'undo',
      newClientOrderId: 'old',
    });
    expect(both).toEqual({
      status: 200,
      body: {
        cancelResult: 'SUCCESS',
        newOrderResult: 'SUCCESS',
        cancelResponse: expect.objectContaining({
          orderId,
          origClientOrderId: 'old',
          clientOrderId: 'undo',
          status: 'CANCELED',
        }),
        newOrderResponse: expect.objectContaining({ clientOrderId: 'old', status: 'NEW', fills: [] }),
      },
    });
    expect((await paper.ann.balances()).USDT?.locked).toBe('9880.00000000');
  });

  it('stops when there was nothing to cancel', async () => {
    expect(await replace(STOP, { ...renewed, cancelOrderId: 999_999 })).toEqual({
      status: 400,
      body: {
        code: -2022,
        msg: 'Order cancel-replace failed.',
        data: {
          cancelResult: 'FAILURE',
          newOrderResult: 'NOT_ATTEMPTED',
          cancelResponse: UNKNOWN,
          newOrderResponse: null,
        },
      },
    });
    expect(await openIds()).toEqual([]);
    const { body } = await paper.ann.get<{ count: number }[]>('/api/v3/rateLimit/order');
    expect(body[1]?.count).toBe(1);
  });

  it('places all the same when that is allowed', async () => {
    expect(await replace(ALLOW, { ...renewed, cancelOrigClientOrderId: 'none' })).toEqual({
      status: 409,
      body: {
        code: -2021,
        msg: 'Order cancel-replace partially failed.',
        data: {
          cancelResult: 'FAILURE',
          newOrderResult: 'SUCCESS',
          cancelResponse: UNKNOWN,
          newOrderResponse: expect.objectContaining({ clientOrderId: 'new' }),
        },
      },
    });
    expect(await openIds()).toEqual(['new']);
  });

  it('leaves the first cancelled when the second is refused', async () => {
    const cancelOrderId = await resting();
    expect(await replace(STOP, { ...takes, cancelOrderId })).toEqual({
      status: 409,
      body: {
        code: -2021,
        msg: 'Order cancel-replace partially failed.',
        data: {
          cancelResult: 'SUCCESS',
          newOrderResult: 'FAILURE',
          cancelResponse: expect.objectContaining({ status: 'CANCELED' }),
          newOrderResponse: NOT_TAKEN,
        },
      },
    });
    expect((await paper.ann.find(cancelOrderId)).body.status).toBe('CANCELED');
    expect(await replace(ALLOW, { ...takes, cancelOrderId })).toEqual({
      status: 400,
      body: {
        code: -2022,
        msg: 'Order cancel-replace failed.',
        data: {
          cancelResult: 'FAILURE',
          newOrderResult: 'FAILURE',
          cancelResponse: UNKNOWN,
          newOrderResponse: NOT_TAKEN,
        },
      },
    });
  });

  it('looks at filters, restrictions and parameters first', async () => {
    const cancelOrderId = await resting();
    const refused = async (fields: Fields, mode = STOP) =>
      (await replace(mode, { ...renewed, cancelOrderId, ...fields })).body;
    expect(await refused({ price: '0.51005' })).toEqual({ code: -1013, msg: 'Filter failure: PRICE_FILTER' });
    expect(await refused({}, 'PERHAPS')).toMatchObject({ code: -1130 });
    expect(await refused({ orderRateLimitExceededMode: 'PERHAPS' })).toMatchObject({ code: -1130 });
    expect(await refused({ cancelRestrictions: 'PERHAPS' })).toEqual({
      code: -1145,
      msg: 'Invalid cancelRestrictions',
    });
    expect(await refused({ cancelOrigClientOrderId: 'other' })).toMatchObject({ code: -2039 });
    expect((await replace(STOP, renewed)).body).toEqual({
      code: -1102,
      msg: "Param 'cancelOrigClientOrderId' or 'cancelOrderId' must be sent, but both were empty/null!",
    });
    expect(await refused({ cancelRestrictions: 'ONLY_PARTIALLY_FILLED' })).toMatchObject({
      code: -2022,
      data: { cancelResponse: { code: -2011, msg: 'Order was not canceled due to cancel restrictions.' } },
    });
    expect(await openIds()).toEqual(['old']);
    expect(await refused({ cancelRestrictions: 'ONLY_NEW' })).toMatchObject({ newOrderResult: 'SUCCESS' });
  });

  it('takes the whole list of an order along', async () => {
    const { body: list } = await paper.ann.placeList('oco', sellOco('100', '0.56', '0.5'));
    const done = await replace(STOP, { ...renewed, cancelOrderId: list.orders[0]?.orderId ?? 0 });
    expect(done.body).toMatchObject({ cancelResponse: { orderListId: list.orderListId, listOrderStatus: 'ALL_DONE' } });
    expect(await openIds()).toEqual(['new']);
  });

  it('over the limit of unfilled orders does nothing, or cancels only', async () => {
    const orderId = await resting();
    stopped = Date.now() + 60_000;
    const at = { timestamp: stopped };
    const status = async () =>
      (await paper.ann.get<{ status: string }>('/api/v3/order', { symbol, orderId, ...at })).body.status;
    const orders = Array.from({ length: 100 }, (_, count) =>
      paper.ann.place({ ...buyLimit('10', '0.5'), ...at, newClientOrderId: `filler-${count}` }),
    );
    await Promise.all(orders);
    const over = { code: -1015, msg: 'Too many new orders; current limit is 100 orders per 10 SECOND.' };
    expect(await replace(STOP, { ...renewed, ...at, cancelOrderId: orderId })).toEqual({ status: 429, body: over });
    expect(await status()).toBe('NEW');
    const only = { ...renewed, ...at, orderRateLimitExceededMode: 'CANCEL_ONLY' };
    expect(await replace(STOP, { ...only, cancelOrderId: orderId })).toMatchObject({
      status: 429,
      body: { code: -2021, data: { cancelResult: 'SUCCESS', newOrderResult: 'FAILURE', newOrderResponse: over } },
    });
    expect(await status()).toBe('CANCELED');
    expect(await replace(ALLOW, { ...only, cancelOrderId: orderId })).toMatchObject({
      status: 400,
      body: { code: -2022, data: { cancelResponse: UNKNOWN, newOrderResponse: over } },
    });
  });
});
