import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import { paperBench } from '../../../../tests/factories/paper-exchange.ts';

// The client as it is published; only the addresses are set. It is CommonJS, whose default is no ES module's default.
const published = createRequire(import.meta.url)('binance-api-node') as typeof import('binance-api-node');
const { default: open, OrderSide, OrderType } = published;
const paper = paperBench();
const PATIENCE = 30_000;
const symbol = 'XRPUSDT';

function connect() {
  const { restUrl, wsUrl, wsApiUrl } = paper.bench.urls();
  return open({
    apiKey: paper.ann.key,
    apiSecret: paper.ann.secret,
    httpBase: restUrl,
    wsBase: `${wsUrl}/ws`,
    wsApi: wsApiUrl,
  });
}

describe('binance-api-node', () => {
  it('places, finds, lists, cancels', async () => {
    const client = connect();
    const placed = await client.order({
      symbol,
      side: OrderSide.BUY,
      type: OrderType.LIMIT,
      quantity: '192.3',
      price: '0.52',
    });
    expect(placed).toMatchObject({ status: 'NEW', timeInForce: 'GTC' });
    expect(await client.openOrders({ symbol })).toHaveLength(1);
    expect(await client.getOrder({ symbol, orderId: placed.orderId })).toMatchObject({ status: 'NEW' });
    expect(await client.cancelOrder({ symbol, orderId: placed.orderId })).toMatchObject({ status: 'CANCELED' });
    await expect(client.cancelOrder({ symbol, orderId: placed.orderId })).rejects.toMatchObject({ code: -2011 });
  });

  it('places an OCO by the deprecated call, finds it and cancels it', async () => {
    const client = connect();
    const oco = await client.orderOco({
      symbol,
      side: OrderSide.SELL,
      quantity: '100',
      price: '0.56',
      stopPrice: '0.5',
      stopLimitPrice: '0.49',
    });
    expect(oco).toMatchObject({ contingencyType: 'OCO', orderReports: [{ type: 'STOP_LOSS_LIMIT' }, {}] });
    const { orderListId } = oco as { orderListId: number };
    expect(await client.getOrderOco({ orderListId })).toMatchObject({ listOrderStatus: 'EXECUTING' });
    expect(await client.cancelOrderOco({ symbol, orderListId })).toMatchObject({ listOrderStatus: 'ALL_DONE' });
  });

  it('streams prices, and the orders of the key', async () => {
    const client = connect();
    const prices: unknown[] = [];
    const events: unknown[] = [];
    const stopTrades = client.ws.trades([symbol], (trade) => void prices.push(trade.price));
    const stopUser = await client.ws.user((event) => void events.push(event));
    await client.order({ symbol, side: OrderSide.BUY, type: OrderType.LIMIT, quantity: '192.3', price: '0.52' });
    await vi.waitFor(async () => {
      await paper.bench.price(symbol, '0.5200');
      expect(prices).toContain('0.52000000');
      expect(events).toContainEqual(
        expect.objectContaining({
          eventType: 'executionReport',
          executionType: 'TRADE',
          lastTradeQuantity: '192.30000000',
        }),
      );
    }, PATIENCE);
    stopTrades({ delay: 0, fastClose: true });
    stopUser({ delay: 0, fastClose: true });
  });
});
