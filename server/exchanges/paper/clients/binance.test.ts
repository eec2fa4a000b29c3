import { MainClient, WS_KEY_MAP, WebsocketAPIClient, WebsocketClient } from 'binance';
import { describe, expect, it, vi } from 'vitest';
import { paperBench } from '../../../../tests/factories/paper-exchange.ts';

// The client as it is published; only the addresses are set.
const paper = paperBench();
const PATIENCE = 30_000;
const symbol = 'XRPUSDT';
const quiet = { trace: () => {}, info: () => {}, error: () => {} };

const keys = () => ({ api_key: paper.ann.key, api_secret: paper.ann.secret });
const connect = () => new MainClient({ ...keys(), baseUrl: paper.bench.urls().restUrl });

describe('binance', () => {
  it('places, finds, lists, cancels', async () => {
    const client = connect();
    const newClientOrderId = client.generateNewOrderId();
    const placed = await client.submitNewOrder({
      symbol,
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: 192.3,
      price: 0.52,
      newClientOrderId,
    });
    expect(placed).toMatchObject({ status: 'NEW', clientOrderId: newClientOrderId });
    expect(await client.getOpenOrders({ symbol })).toHaveLength(1);
    expect(await client.getOrder({ symbol, origClientOrderId: newClientOrderId })).toMatchObject({ status: 'NEW' });
    const replaced = await client.replaceOrder({
      symbol,
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: 100,
      price: 0.51,
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrderId: placed.orderId,
    });
    expect(replaced).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' });
    expect(await client.cancelAllSymbolOrders({ symbol })).toHaveLength(1);
    await expect(client.cancelOrder({ symbol, orderId: placed.orderId })).rejects.toMatchObject({ code: -2011 });
  });

  it('places order lists', async () => {
    const client = connect();
    const oco = await client.submitNewOrderList({
      symbol,
      side: 'SELL',
      quantity: 100,
      aboveType: 'LIMIT_MAKER',
      abovePrice: 0.56,
      belowType: 'STOP_LOSS_LIMIT',
      belowStopPrice: 0.5,
      belowPrice: 0.49,
      belowTimeInForce: 'GTC',
    });
    expect(oco).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING' });
    expect(await client.cancelOCO({ symbol, orderListId: oco.orderListId })).toMatchObject({
      listOrderStatus: 'ALL_DONE',
    });
    const opoco = await client.submitNewOrderListOPOCO({
      symbol,
      workingType: 'LIMIT',
      workingSide: 'BUY',
      workingTimeInForce: 'GTC',
      workingPrice: '0.52',
      workingQuantity: '10',
      pendingSide: 'SELL',
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: '0.56',
      pendingBelowType: 'STOP_LOSS',
      pendingBelowStopPrice: '0.5',
    });
    expect(opoco).toMatchObject({ contingencyType: 'OTO' });
    expect(await client.getOpenOrders({ symbol })).toHaveLength(3);
  });

  it('streams prices, and the orders of the key', async () => {
    const { wsUrl } = paper.bench.urls();
    const events: unknown[] = [];
    const market = new WebsocketClient({ wsUrl }, quiet);
    market.on('message', (event) => void events.push(event));
    await market.subscribe('xrpusdt@trade', WS_KEY_MAP.main);
    const api = new WebsocketAPIClient({ ...keys(), wsUrl, attachEventListeners: false }, quiet);
    api.getWSClient().on('message', (event) => void events.push(event));
    await api.subscribeUserDataStream(WS_KEY_MAP.mainWSAPI);
    await paper.ann.place({ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '192.3', price: '0.52' });
    await vi.waitFor(async () => {
      await paper.bench.price(symbol, '0.5200');
      expect(events).toContainEqual(expect.objectContaining({ e: 'trade', s: symbol, p: '0.52000000' }));
      expect(events).toContainEqual(expect.objectContaining({ e: 'executionReport', x: 'TRADE', l: '192.30000000' }));
    }, PATIENCE);
    market.closeAll(true);
    api.getWSClient().closeAll(true);
  });
});
