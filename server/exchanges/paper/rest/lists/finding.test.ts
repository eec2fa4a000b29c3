import { describe, expect, it } from 'vitest';
import {
  type ListBody,
  buyLimit,
  entry,
  paperBench,
  sellOco,
  targets,
} from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const symbol = 'XRPUSDT';
const oco = async (more = {}) => (await paper.ann.placeList('oco', { ...sellOco('100', '0.56', '0.5'), ...more })).body;
const query = async (fields: Record<string, string | number>) =>
  (await paper.ann.get<ListBody>('/api/v3/orderList', fields)).body;
const listed = async (path: string, fields = {}) => (await paper.ann.get<ListBody[]>(`/api/v3/${path}`, fields)).body;
const reportless = ({ orderReports: _reports, ...list }: ListBody) => list;

describe('looking lists up', () => {
  it('by either id, open or done', async () => {
    const list = await oco({ listClientOrderId: 'pair' });
    expect(await query({ orderListId: list.orderListId })).toEqual(reportless(list));
    expect(await query({ origClientOrderId: 'pair' })).toEqual(reportless(list));
    await paper.bench.price(symbol, '0.5600');
    const done = await query({ origClientOrderId: 'pair' });
    expect(done).toMatchObject({ listStatusType: 'ALL_DONE', listOrderStatus: 'ALL_DONE', orders: list.orders });
    expect(await query({ orderListId: 999_999 })).toEqual({ code: -2013, msg: 'Order does not exist.' });
    expect(await query({ orderListId: list.orderListId, origClientOrderId: 'other' })).toMatchObject({ code: -2039 });
    expect(await query({})).toEqual({
      code: -1102,
      msg: "Param 'origClientOrderId' or 'orderListId' must be sent, but both were empty/null!",
    });
    const bob = await paper.bench.trader();
    expect((await bob.get('/api/v3/orderList', { orderListId: list.orderListId })).body.code).toBe(-2013);
  });

  it('all of them, and those that are open', async () => {
    const first = await oco();
    await paper.ann.del('/api/v3/orderList', { symbol, orderListId: first.orderListId });
    const second = await oco();
    expect((await listed('openOrderList')).map((list) => list.orderListId)).toEqual([second.orderListId]);
    const all = await listed('allOrderList');
    expect(all.map((list) => [list.orderListId, list.listOrderStatus])).toEqual([
      [first.orderListId, 'ALL_DONE'],
      [second.orderListId, 'EXECUTING'],
    ]);
    expect(await listed('allOrderList', { fromId: second.orderListId })).toEqual(all.slice(1));
    expect(await listed('allOrderList', { limit: 1 })).toEqual(all.slice(1));
    expect(await listed('allOrderList', { fromId: 1, startTime: 1 })).toMatchObject({ code: -1128 });
    expect(await listed('allOrderList', { startTime: 1, endTime: 90_000_000 })).toMatchObject({ code: -1127 });
  });

  it('their orders say which list they are in', async () => {
    const list = await oco();
    expect((await paper.ann.open()).map((order) => order.orderListId)).toEqual([list.orderListId, list.orderListId]);
    await paper.bench.price(symbol, '0.5600');
    expect((await paper.ann.find(list.orders[0]?.orderId ?? 0)).body.orderListId).toBe(list.orderListId);
    const { body } = await paper.ann.get<ListBody[]>('/api/v3/allOrders', { symbol });
    expect(body.map((order) => order.orderListId)).toEqual([list.orderListId, list.orderListId]);
    await paper.ann.place({ side: 'BUY', type: 'MARKET', quantity: '100' });
    const trades = await paper.ann.get<ListBody[]>('/api/v3/myTrades', { symbol });
    expect(trades.body.map((trade) => trade.orderListId)).toEqual([list.orderListId, -1]);
  });
});

describe('cancelling lists', () => {
  const cancelled = (list: ListBody, cancelId: unknown) => ({
    ...reportless(list),
    listStatusType: 'ALL_DONE',
    listOrderStatus: 'ALL_DONE',
    transactionTime: expect.any(Number),
    orderReports: list.orders.map(({ orderId, clientOrderId }) =>
      expect.objectContaining({
        orderId,
        origClientOrderId: clientOrderId,
        clientOrderId: cancelId,
        orderListId: list.orderListId,
        status: 'CANCELED',
      }),
    ),
  });

  it('whole, by either id', async () => {
    const list = await oco({ listClientOrderId: 'pair' });
    const named = { symbol, listClientOrderId: 'pair' };
    const gone = await paper.ann.del('/api/v3/orderList', { ...named, newClientOrderId: 'undo' });
    expect(gone.body).toEqual(cancelled(list, 'undo'));
    expect(await query({ orderListId: list.orderListId })).toMatchObject({
      transactionTime: (gone.body as unknown as { transactionTime: number }).transactionTime,
    });
    expect((await paper.ann.balances()).XRP).toEqual({ free: '10000.00000000', locked: '0.00000000' });
    const unknown = { code: -2011, msg: 'Unknown order sent.' };
    expect((await paper.ann.del('/api/v3/orderList', named)).body).toEqual(unknown);
    expect((await paper.ann.del('/api/v3/orderList', { symbol, orderListId: 999_999 })).body).toEqual(unknown);
    const other = await oco();
    const elsewhere = { symbol: 'BTCUSDT', orderListId: other.orderListId };
    expect((await paper.ann.del('/api/v3/orderList', elsewhere)).body).toEqual(unknown);
  });

  it('by one of its orders, which answers the list', async () => {
    const list = await oco();
    const gone = await paper.ann.del('/api/v3/order', { symbol, orderId: list.orders[1]?.orderId ?? 0 });
    expect(gone.body).toEqual(cancelled(list, expect.any(String)));
    const { body: opoco } = await paper.ann.placeList('opoco', { ...entry('10', '0.52'), ...targets('0.56', '0.5') });
    const waiting = await paper.ann.del('/api/v3/order', { symbol, orderId: opoco.orders[2]?.orderId ?? 0 });
    expect(waiting.body).toEqual(cancelled(opoco, expect.any(String)));
    expect((await paper.ann.balances()).USDT?.locked).toBe('0.00000000');
  });

  it('once the entry is filled, reports only what was still open', async () => {
    const { body: list } = await paper.ann.placeList('opoco', { ...entry('10', '0.53'), ...targets('0.56', '0.5') });
    const gone = await paper.ann.del<ListBody>('/api/v3/orderList', { symbol, orderListId: list.orderListId });
    expect(gone.body.orders).toEqual(list.orders);
    expect(gone.body.orderReports.map((order) => order.orderId)).toEqual(
      list.orders.slice(1).map((order) => order.orderId),
    );
    expect((await paper.ann.balances()).XRP).toEqual({ free: '10009.99000000', locked: '0.00000000' });
  });

  it('with all else of the symbol: single orders first, then lists', async () => {
    const list = await oco();
    const single = await paper.ann.place(buyLimit('100', '0.52'));
    await paper.ann.place({ ...buyLimit('0.001', '60000'), symbol: 'BTCUSDT' });
    const { body } = await paper.ann.del<object[]>('/api/v3/openOrders', { symbol });
    expect(body).toEqual([
      expect.objectContaining({ orderId: single.body.orderId, orderListId: -1, status: 'CANCELED' }),
      cancelled(list, expect.any(String)),
    ]);
    expect((await paper.ann.get<object[]>('/api/v3/openOrders')).body).toHaveLength(1);
  });
});
