import { describe, expect, it } from 'vitest';
import { type Fields, buyLimit } from '../../../../../tests/factories/paper-exchange.ts';
import { paperSocketBench } from '../../../../../tests/factories/paper-socket.ts';

// Stands still, so that no interval of a limit ends between two calls.
const now = Date.UTC(2026, 10, 2, 12, 0, 15);
const api = paperSocketBench(now);
const { paper, signed } = api;

const symbol = 'XRPUSDT';
type List = { orderListId: number; listClientOrderId: string; contingencyType: string; orderReports: object[] };
/** The legs of a list that sells, their names beginning as the kind of list has it. */
const legs = (above: string, below: string): Fields => ({
  [`${above}Type`]: 'LIMIT_MAKER',
  [`${above}Price`]: '0.5500',
  [`${below}Type`]: 'STOP_LOSS',
  [`${below}StopPrice`]: '0.5100',
});
const entry = {
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingPrice: '0.5200',
  workingQuantity: '100',
  workingTimeInForce: 'GTC',
  pendingSide: 'SELL',
};

describe('order lists over the websocket API', () => {
  const oco = { side: 'SELL', quantity: '100', ...legs('above', 'below') };
  const pending = legs('pendingAbove', 'pendingBelow');
  const single = { pendingType: 'LIMIT', pendingPrice: '0.5500', pendingTimeInForce: 'GTC' };
  const deprecated = { side: 'SELL', quantity: '100', price: '0.5500', stopPrice: '0.5100' };

  it.each([
    ['orderList.place', 'OCO', 2, deprecated],
    ['orderList.place.oco', 'OCO', 2, oco],
    ['orderList.place.oto', 'OTO', 2, { ...entry, ...single, pendingQuantity: '100' }],
    ['orderList.place.otoco', 'OTO', 3, { ...entry, ...pending, pendingQuantity: '100' }],
    ['orderList.place.opo', 'OTO', 2, { ...entry, ...single }],
    ['orderList.place.opoco', 'OTO', 3, { ...entry, ...pending }],
  ] as const)('%s', async (...[method, contingencyType, orders, terms]) => {
    const placed = await signed(method, { symbol, ...terms, listClientOrderId: 'list-1' });
    expect(placed).toMatchObject({ status: 200, result: { contingencyType, listClientOrderId: 'list-1' } });
    const result = placed.result as List;
    expect(result.orderReports).toHaveLength(orders);
    expect(placed.rateLimits).toMatchObject([
      { rateLimitType: 'ORDERS', count: orders },
      { rateLimitType: 'ORDERS', count: orders },
      { rateLimitType: 'REQUEST_WEIGHT' },
    ]);
    const { orderListId } = result;
    const { body } = await paper.ann.get<object>('/api/v3/orderList', { orderListId, timestamp: now });
    expect((await signed('orderList.status', { orderListId })).result).toEqual(body);
    expect((await signed('openOrderLists.status')).result).toEqual([body]);
    const cancelled = await signed('orderList.cancel', { symbol, orderListId });
    expect(cancelled).toMatchObject({ status: 200, result: { listOrderStatus: 'ALL_DONE' } });
    expect((await signed('allOrderLists')).result).toEqual([expect.objectContaining({ orderListId })]);
  });
});

describe('order.cancelReplace', () => {
  const replace = (more: Fields) => ({
    symbol,
    ...buyLimit('100', '0.5100'),
    cancelReplaceMode: 'STOP_ON_FAILURE',
    ...more,
  });

  it('does both, or says what became of either', async () => {
    await paper.ann.place({ ...buyLimit('100', '0.5200'), newClientOrderId: 'old', timestamp: now });
    const done = await signed('order.cancelReplace', replace({ cancelOrigClientOrderId: 'old' }));
    expect(done).toMatchObject({ status: 200, result: { cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' } });
    const again = await signed('order.cancelReplace', replace({ cancelOrigClientOrderId: 'old' }));
    expect(again).toMatchObject({
      status: 400,
      error: {
        code: -2022,
        msg: 'Order cancel-replace failed.',
        data: {
          cancelResult: 'FAILURE',
          newOrderResult: 'NOT_ATTEMPTED',
          cancelResponse: { code: -2011, msg: 'Unknown order sent.' },
          newOrderResponse: null,
        },
      },
    });
    const half = replace({ cancelOrigClientOrderId: 'old', cancelReplaceMode: 'ALLOW_FAILURE' });
    expect(await signed('order.cancelReplace', half)).toMatchObject({
      status: 409,
      error: { code: -2021, data: { cancelResult: 'FAILURE', newOrderResult: 'SUCCESS' } },
    });
  });
});

it('every method that has its REST call here is there', async () => {
  const methods = `ping time exchangeInfo executionRules depth trades.recent trades.historical trades.aggregate klines
    uiKlines avgPrice ticker ticker.24hr ticker.tradingDay ticker.price ticker.book referencePrice referencePrice.calculation
    order.amendments order.place order.test
    order.cancel order.cancelReplace order.status openOrders.status openOrders.cancelAll allOrders orderList.place
    orderList.place.oco orderList.place.oto orderList.place.otoco orderList.place.opo orderList.place.opoco orderList.cancel
    orderList.status openOrderLists.status allOrderLists myTrades account.status
    account.commission account.rateLimits.orders session.logon session.status session.logout session.subscriptions
    userDataStream.subscribe userDataStream.subscribe.signature userDataStream.unsubscribe`.split(/\s+/);
  for (const method of methods) {
    const { error } = await api.client.ask(method);
    expect({ method, code: (error as { code: number } | undefined)?.code }).not.toEqual({ method, code: -1020 });
  }
});
