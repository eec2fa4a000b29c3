import { Spot, SpotRestAPI } from '@binance/spot';
import { InsufficientFunds, OrderNotFound, pro } from 'ccxt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PaperBench, type PaperTrader, openPaperExchange } from '../../../tests/factories/paper-exchange.ts';

// Public clients as they are published; only the addresses and what they load at start are set.
let bench: PaperBench;
let ann: PaperTrader;
beforeAll(async () => {
  bench = await openPaperExchange();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.price('XRPUSDT', '0.5300');
  ann = await bench.trader();
});

describe('ccxt', () => {
  const clients: { close(): Promise<unknown> }[] = [];
  const connect = async () => {
    const { restUrl, wsUrl, wsApiUrl } = bench.urls();
    const client = new pro.binance({
      apiKey: ann.key,
      secret: ann.secret,
      options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] }, fetchMargins: false, fetchCurrencies: false },
    });
    const api = client.urls.api as unknown as Record<string, unknown>;
    Object.assign(api, { public: `${restUrl}/api/v3`, private: `${restUrl}/api/v3` });
    Object.assign(api.ws as Record<string, unknown>, { spot: `${wsUrl}/ws`, 'ws-api': { spot: wsApiUrl } });
    await client.loadHttpProxyAgent();
    clients.push(client);
    return client;
  };
  afterAll(() => Promise.all(clients.map((client) => client.close())));

  it('places, finds, lists, cancels', async () => {
    const client = await connect();
    const order = await client.createOrder('XRP/USDT', 'limit', 'buy', 192.3, 0.52, { clientOrderId: 'ccxt-1' });
    expect(order).toMatchObject({ status: 'open', clientOrderId: 'ccxt-1', amount: 192.3, price: 0.52 });
    expect(await client.fetchOpenOrders('XRP/USDT')).toHaveLength(1);
    expect(await client.fetchOrder(String(order.id), 'XRP/USDT')).toMatchObject({ status: 'open' });
    expect(await client.fetchBalance()).toMatchObject({ USDT: { free: 9900.004, used: 99.996 } });
    expect(await client.cancelOrder(String(order.id), 'XRP/USDT')).toMatchObject({ status: 'canceled' });
    const market = await client.createOrder('XRP/USDT', 'market', 'buy', 100);
    expect(market).toMatchObject({ status: 'closed', filled: 100, average: 0.53 });
    expect(await client.fetchMyTrades('XRP/USDT')).toEqual([
      expect.objectContaining({ amount: 100, price: 0.53, fee: { cost: 0.1, currency: 'XRP' } }),
    ]);
    expect(await client.fetchOHLCV('XRP/USDT', '1m', undefined, 10)).toHaveLength(10);
    expect(await client.fetchTicker('XRP/USDT')).toMatchObject({ last: 0.53 });
  });

  it('turns refusals into its own errors', async () => {
    const client = await connect();
    const tooMuch = client.createOrder('XRP/USDT', 'limit', 'sell', 20_000, 0.54);
    await expect(tooMuch).rejects.toBeInstanceOf(InsufficientFunds);
    await expect(client.cancelOrder('999999', 'XRP/USDT')).rejects.toBeInstanceOf(OrderNotFound);
  });

  it('streams prices, and the fills of the key', async () => {
    const client = await connect();
    const fills = client.watchMyTrades('XRP/USDT');
    const subscribed = vi.waitFor(async () => {
      const { body } = await ann.get<unknown[]>('/api/v3/openOrders', { symbol: 'XRPUSDT' });
      if (body.length === 0)
        await client.createOrder('XRP/USDT', 'limit', 'buy', 192.3, 0.52, { clientOrderId: 'ccxt-2' });
      await bench.price('XRPUSDT', '0.5200');
      return fills;
    }, 30_000);
    expect(await subscribed).toEqual([expect.objectContaining({ amount: 192.3, price: 0.52, takerOrMaker: 'maker' })]);
  });
});

describe('@binance/spot', () => {
  const connect = () => {
    const { restUrl, wsUrl, wsApiUrl } = bench.urls();
    const keys = { apiKey: ann.key, apiSecret: ann.secret };
    return new Spot({
      configurationRestAPI: { ...keys, basePath: restUrl },
      configurationWebsocketAPI: { ...keys, wsURL: wsApiUrl },
      configurationWebsocketStreams: { wsURL: wsUrl },
    });
  };

  it('places, finds, lists, cancels', async () => {
    const { restAPI } = connect();
    const placed = await (
      await restAPI.newOrder({
        symbol: 'XRPUSDT',
        side: SpotRestAPI.NewOrderSideEnum.BUY,
        type: SpotRestAPI.NewOrderTypeEnum.LIMIT,
        timeInForce: SpotRestAPI.NewOrderTimeInForceEnum.GTC,
        quantity: 192.3,
        price: 0.52,
        newClientOrderId: 'spot-1',
      })
    ).data();
    expect(placed).toMatchObject({ status: 'NEW', clientOrderId: 'spot-1' });
    const open = await (await restAPI.getOpenOrders({ symbol: 'XRPUSDT' })).data();
    expect(open.map((order) => order.clientOrderId)).toEqual(['spot-1']);
    const cancelled = await (await restAPI.deleteOrder({ symbol: 'XRPUSDT', origClientOrderId: 'spot-1' })).data();
    expect(cancelled).toMatchObject({ status: 'CANCELED', origClientOrderId: 'spot-1' });
    await expect(restAPI.deleteOrder({ symbol: 'XRPUSDT', origClientOrderId: 'spot-1' })).rejects.toMatchObject({
      code: -2011,
    });
  });

  it('streams trades, and the fills of the key', async () => {
    const { restAPI, websocketAPI, websocketStreams } = connect();
    const prices: unknown[] = [];
    const events: { e?: string; x?: string; l?: string }[] = [];
    const streams = await websocketStreams.connect();
    streams.trade({ symbol: 'xrpusdt' }).on('message', (trade) => void prices.push(trade.p));
    const api = await websocketAPI.connect();
    const { stream } = await api.userDataStreamSubscribeSignature({});
    stream.on('message', (event) => void events.push(event));
    await restAPI.newOrder({
      symbol: 'XRPUSDT',
      side: SpotRestAPI.NewOrderSideEnum.BUY,
      type: SpotRestAPI.NewOrderTypeEnum.LIMIT,
      timeInForce: SpotRestAPI.NewOrderTimeInForceEnum.GTC,
      quantity: 192.3,
      price: 0.52,
    });
    await vi.waitFor(async () => {
      await bench.price('XRPUSDT', '0.5200');
      expect(prices).toContain('0.52000000');
      expect(events).toContainEqual(expect.objectContaining({ e: 'executionReport', x: 'TRADE', l: '192.30000000' }));
    }, 30_000);
    await streams.disconnect();
    await api.disconnect();
  });
});
