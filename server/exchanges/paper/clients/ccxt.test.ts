import { InsufficientFunds, InvalidOrder, OrderNotFound, pro } from 'ccxt';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { entry, paperBench, targets } from '../../../../tests/factories/paper-exchange.ts';

// The client as it is published; only the addresses and what it loads at start are set.
const paper = paperBench();
const PATIENCE = 30_000;

const clients: { close(): Promise<unknown> }[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

async function connect() {
  const { restUrl, wsUrl, wsApiUrl } = paper.bench.urls();
  const client = new pro.binance({
    apiKey: paper.ann.key,
    secret: paper.ann.secret,
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] }, fetchMargins: false, fetchCurrencies: false },
  });
  const api = client.urls.api as unknown as Record<string, unknown>;
  Object.assign(api, { public: `${restUrl}/api/v3`, private: `${restUrl}/api/v3`, sapi: `${restUrl}/sapi/v1` });
  Object.assign(api.ws as Record<string, unknown>, { spot: `${wsUrl}/ws`, 'ws-api': { spot: wsApiUrl } });
  await client.loadHttpProxyAgent();
  clients.push(client);
  return client;
}

describe('ccxt', () => {
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
    expect((await client.fetchOrderBook('XRP/USDT', 5)).bids).toHaveLength(5);
  });

  it('P createOrderWs places an order with a client order id', async () => {
    const client = await connect();
    const order = await client.createOrderWs('XRP/USDT', 'limit', 'buy', 100, 0.52, { clientOrderId: 'over-ws' });
    expect(order).toMatchObject({ status: 'open', clientOrderId: 'over-ws' });
    expect(await client.fetchOpenOrders('XRP/USDT')).toMatchObject([{ clientOrderId: 'over-ws' }]);
  });

  it('reads the coins, and what the exchange says of its markets', async () => {
    const client = await connect();
    const coins = (await client.sapiGetCapitalConfigGetall()) as unknown;
    expect(coins).toContainEqual(expect.objectContaining({ coin: 'XRP', free: '10000.00000000' }));
    expect(await client.loadMarkets()).toMatchObject({
      'XRP/USDT': { precision: { price: 0.0001, amount: 0.1 }, limits: { cost: { min: 5 } } },
    });
  });

  it('places stops, edits an order', async () => {
    const client = await connect();
    const stop = await client.createOrder('XRP/USDT', 'market', 'sell', 100, undefined, { stopLossPrice: 0.5 });
    expect(await client.fetchOrder(String(stop.id), 'XRP/USDT')).toMatchObject({ status: 'open', stopPrice: 0.5 });
    const gain = { takeProfitPrice: 0.56, clientOrderId: 'gain' };
    const limit = await client.createOrder('XRP/USDT', 'limit', 'sell', 100, 0.55, gain);
    expect(limit).toMatchObject({ clientOrderId: 'gain' });
    const edited = await client.editOrder(String(limit.id), 'XRP/USDT', 'limit', 'sell', 100, 0.57);
    expect(await client.fetchOrder(String(edited.id), 'XRP/USDT')).toMatchObject({ price: 0.57, status: 'open' });
    expect(await client.cancelAllOrders('XRP/USDT')).toHaveLength(2);
  });

  it('places an order list', async () => {
    const client = await connect();
    const terms = { symbol: 'XRPUSDT', ...entry('10', '0.52'), ...targets('0.56', '0.5') };
    const list = await client.privatePostOrderListOpoco(terms);
    expect(list).toMatchObject({ contingencyType: 'OTO', listOrderStatus: 'EXECUTING' });
    expect(await client.fetchOpenOrders('XRP/USDT')).toHaveLength(3);
    const orderListId = String(list.orderListId);
    expect(await client.privateDeleteOrderList({ symbol: 'XRPUSDT', orderListId })).toMatchObject({
      listOrderStatus: 'ALL_DONE',
    });
  });

  it('turns refusals into its own errors', async () => {
    const client = await connect();
    const tooMuch = client.createOrder('XRP/USDT', 'limit', 'sell', 20_000, 0.54);
    await expect(tooMuch).rejects.toBeInstanceOf(InsufficientFunds);
    await expect(client.cancelOrder('999999', 'XRP/USDT')).rejects.toBeInstanceOf(OrderNotFound);
    const late = client.createOrder('XRP/USDT', 'market', 'sell', 100, undefined, { stopLossPrice: 0.54 });
    await expect(late).rejects.toBeInstanceOf(InvalidOrder);
  });

  it('streams prices, and the fills of the key', async () => {
    const client = await connect();
    const ticker = client.watchTicker('XRP/USDT');
    const fills = client.watchMyTrades('XRP/USDT');
    const subscribed = vi.waitFor(async () => {
      if ((await paper.ann.open()).length === 0)
        await client.createOrder('XRP/USDT', 'limit', 'buy', 192.3, 0.52, { clientOrderId: 'ccxt-2' });
      await paper.bench.price('XRPUSDT', '0.5200');
      return fills;
    }, PATIENCE);
    expect(await subscribed).toEqual([expect.objectContaining({ amount: 192.3, price: 0.52, takerOrMaker: 'maker' })]);
    expect(await ticker).toMatchObject({ symbol: 'XRP/USDT', last: expect.any(Number) });
  });
});
