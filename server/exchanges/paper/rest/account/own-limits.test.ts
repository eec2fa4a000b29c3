import { expect, it } from 'vitest';
import { buyLimit, paperBench, sellLimit } from '../../../../../tests/factories/paper-exchange.ts';
import { openSocket, signedParams } from '../../../../../tests/factories/paper-socket.ts';

const paper = paperBench();
const symbol = 'XRPUSDT';

interface Prevented {
  preventedMatchId: number;
  takerOrderId: number;
  makerOrderId: number;
  transactTime: number;
}

/** Two orders of one account that would have traded. */
async function prevent(selfTradePreventionMode: string) {
  await paper.bench.control('liquidity', { symbol, maxPerTick: 0 });
  const maker = await paper.ann.place(buyLimit('60', '0.5300'));
  await paper.bench.control('liquidity', { symbol, maxPerTick: null });
  const taker = await paper.ann.place({ ...sellLimit('100', '0.5300'), selfTradePreventionMode });
  return { makerOrderId: maker.body.orderId, takerOrderId: taker.body.orderId };
}
const matches = (fields: Record<string, string | number>) =>
  paper.ann.get<Prevented[]>('/api/v3/myPreventedMatches', { symbol, ...fields });

it('P myPreventedMatches lists what self-trade prevention kept from trading, after a restart too', async () => {
  const one = await prevent('EXPIRE_MAKER');
  const other = await prevent('DECREMENT');
  const { body } = await matches({ orderId: other.takerOrderId });
  expect(body).toEqual([
    {
      symbol,
      preventedMatchId: expect.any(Number),
      takerOrderId: other.takerOrderId,
      makerSymbol: symbol,
      makerOrderId: other.makerOrderId,
      tradeGroupId: -1,
      selfTradePreventionMode: 'DECREMENT',
      price: '0.53000000',
      makerPreventedQuantity: '60.00000000',
      takerPreventedQuantity: '60.00000000',
      transactTime: expect.any(Number),
    },
  ]);
  const [first] = (await matches({ orderId: one.makerOrderId })).body;
  expect(first).toMatchObject({
    ...one,
    selfTradePreventionMode: 'EXPIRE_MAKER',
    makerPreventedQuantity: '60.00000000',
  });
  expect(first).not.toHaveProperty('takerPreventedQuantity');
  await paper.bench.restart();
  const id = first?.preventedMatchId ?? 0;
  expect((await matches({ preventedMatchId: id })).body).toEqual([first]);
  expect((await matches({ orderId: one.makerOrderId, fromPreventedMatchId: id + 1 })).body).toEqual([]);
  expect((await matches({})).body).toMatchObject({ code: -1102 });
  expect((await paper.ann.get('/api/v3/myPreventedMatches', { orderId: 1 })).body).toMatchObject({ code: -1102 });
});

it('P myFilters lists the filters that count what an account has open', async () => {
  await paper.bench.control('pair', { symbol, maxNumAlgoOrders: 2 });
  const filters = {
    exchangeFilters: [],
    symbolFilters: [
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 2 },
      { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: 20 },
    ],
    assetFilters: [],
  };
  expect((await paper.ann.get('/api/v3/myFilters', { symbol })).body).toEqual(filters);
  expect((await paper.ann.get('/api/v3/myFilters')).body).toMatchObject({ code: -1102 });
  const client = await openSocket(paper.bench.urls().wsApiUrl);
  expect(await client.ask('myFilters', signedParams(paper.ann, { symbol }))).toMatchObject({ result: filters });
  expect(await client.ask('myPreventedMatches', signedParams(paper.ann, { symbol, orderId: 1 }))).toMatchObject({
    result: [],
  });
  client.socket.close();
});

it('P sapi tradeFee lists the rates of one symbol, or of all', async () => {
  const fee = { symbol, makerCommission: '0.00100000', takerCommission: '0.00100000' };
  const { body } = await paper.ann.get<unknown[]>('/sapi/v1/asset/tradeFee', { symbol });
  expect(body).toEqual([fee]);
  const all = (await paper.ann.get<unknown[]>('/sapi/v1/asset/tradeFee')).body;
  expect(all).toContainEqual(fee);
  expect(all.length).toBeGreaterThan(10);
  expect((await paper.ann.get('/sapi/v1/asset/tradeFee', { symbol: 'XRPEUR' })).body).toMatchObject({ code: -1121 });
});
