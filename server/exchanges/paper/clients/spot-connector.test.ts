import { Spot, SpotRestAPI } from '@binance/spot';
import { describe, expect, it, vi } from 'vitest';
import { paperBench } from '../../../../tests/factories/paper-exchange.ts';

// The client as it is published; only the addresses are set.
const paper = paperBench();
const PATIENCE = 30_000;

function connect() {
  const { restUrl, wsUrl, wsApiUrl } = paper.bench.urls();
  const keys = { apiKey: paper.ann.key, apiSecret: paper.ann.secret };
  return new Spot({
    configurationRestAPI: { ...keys, basePath: restUrl },
    configurationWebsocketAPI: { ...keys, wsURL: wsApiUrl },
    configurationWebsocketStreams: { wsURL: wsUrl },
  });
}
const limit = {
  symbol: 'XRPUSDT',
  side: SpotRestAPI.NewOrderSideEnum.BUY,
  type: SpotRestAPI.NewOrderTypeEnum.LIMIT,
  timeInForce: SpotRestAPI.NewOrderTimeInForceEnum.GTC,
  quantity: 192.3,
  price: 0.52,
};

describe('@binance/spot', () => {
  it('places, finds, lists, cancels', async () => {
    const { restAPI } = connect();
    const placed = await (await restAPI.newOrder({ ...limit, newClientOrderId: 'spot-1' })).data();
    expect(placed).toMatchObject({ status: 'NEW', clientOrderId: 'spot-1' });
    const open = await (await restAPI.getOpenOrders({ symbol: 'XRPUSDT' })).data();
    expect(open.map((order) => order.clientOrderId)).toEqual(['spot-1']);
    const cancelled = await (await restAPI.deleteOrder({ symbol: 'XRPUSDT', origClientOrderId: 'spot-1' })).data();
    expect(cancelled).toMatchObject({ status: 'CANCELED', origClientOrderId: 'spot-1' });
    await expect(restAPI.deleteOrder({ symbol: 'XRPUSDT', origClientOrderId: 'spot-1' })).rejects.toMatchObject({
      code: -2011,
    });
  });

  it('places order lists, finds and cancels them', async () => {
    const { restAPI } = connect();
    const list = await (
      await restAPI.orderListOpoco({
        symbol: 'XRPUSDT',
        listClientOrderId: 'spot-list',
        workingType: SpotRestAPI.OrderListOpocoWorkingTypeEnum.LIMIT,
        workingSide: SpotRestAPI.OrderListOpocoWorkingSideEnum.BUY,
        workingTimeInForce: SpotRestAPI.OrderListOpocoWorkingTimeInForceEnum.GTC,
        workingPrice: 0.53,
        workingQuantity: 10,
        pendingSide: SpotRestAPI.OrderListOpocoPendingSideEnum.SELL,
        pendingAboveType: SpotRestAPI.OrderListOpocoPendingAboveTypeEnum.LIMIT_MAKER,
        pendingAbovePrice: 0.56,
        pendingBelowType: SpotRestAPI.OrderListOpocoPendingBelowTypeEnum.STOP_LOSS,
        pendingBelowStopPrice: 0.5,
      })
    ).data();
    expect(list.orderReports?.map((order) => order.status)).toEqual(['FILLED', 'PENDING_NEW', 'PENDING_NEW']);
    const found = await (await restAPI.getOrderList({ origClientOrderId: 'spot-list' })).data();
    expect(found).toMatchObject({ contingencyType: 'OTO', listOrderStatus: 'EXECUTING' });
    const gone = await (await restAPI.deleteOrderList({ symbol: 'XRPUSDT', listClientOrderId: 'spot-list' })).data();
    expect(gone.orderReports?.map((order) => order.status)).toEqual(['CANCELED', 'CANCELED']);
  });

  it('streams trades, and the fills of the key', async () => {
    const { restAPI, websocketAPI, websocketStreams } = connect();
    const prices: unknown[] = [];
    const events: unknown[] = [];
    const streams = await websocketStreams.connect();
    streams.trade({ symbol: 'xrpusdt' }).on('message', (trade) => void prices.push(trade.p));
    const api = await websocketAPI.connect();
    const { stream } = await api.userDataStreamSubscribeSignature({});
    stream.on('message', (event) => void events.push(event));
    await restAPI.newOrder(limit);
    await vi.waitFor(async () => {
      await paper.bench.price('XRPUSDT', '0.5200');
      expect(prices).toContain('0.52000000');
      expect(events).toContainEqual(expect.objectContaining({ e: 'executionReport', x: 'TRADE', l: '192.30000000' }));
    }, PATIENCE);
    await streams.disconnect();
    await api.disconnect();
  });
});
