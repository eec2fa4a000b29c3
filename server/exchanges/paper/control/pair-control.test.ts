import { expect, it } from 'vitest';
import {
  type ErrorBody,
  buyLimit,
  entry,
  paperBench,
  sellLimit,
  sellOco,
  targets,
} from '../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const symbol = 'XRPUSDT';
const pair = async (terms: object) => {
  const { status, body } = await paper.bench.control('pair', { symbol, ...terms });
  expect(status, body.error).toBe(200);
};
interface Info {
  symbols: { status: string; filters: { filterType: string }[] }[];
}
const info = (query = `symbol=${symbol}`) => paper.bench.call<Info & ErrorBody>(`/api/v3/exchangeInfo?${query}`);

it.each([
  ['HALT', -1013, 'Market is closed.'],
  ['BREAK', -1013, 'Market is closed.'],
  ['END_OF_DAY', -1013, 'Market is closed.'],
  ['CANCEL_ONLY', -2010, 'This order type is not possible in this trading phase.'],
])('V-10 a symbol in %s takes no orders, and its orders can be canceled', async (status, code, msg) => {
  const { ann } = paper;
  const { body: resting } = await ann.place(sellLimit('100', '0.6000'));
  const { body: list } = await ann.placeList('oco', sellOco('50', '0.6000', '0.5000'));
  await pair({ status });
  expect((await info()).body.symbols).toMatchObject([{ status }]);
  const refused = { status: 400, body: { code, msg } };
  expect(await ann.place(buyLimit('100', '0.5200'))).toMatchObject(refused);
  expect(await ann.place({ side: 'SELL', type: 'MARKET', quantity: '100' })).toMatchObject(refused);
  expect(await ann.post('/api/v3/order/test', { symbol, ...buyLimit('100', '0.5200') })).toMatchObject(refused);
  expect(await ann.placeList('oco', sellOco('50', '0.6000', '0.5000'))).toMatchObject(refused);
  expect(await ann.placeList('opoco', { ...entry('50', '0.5200'), ...targets('0.6', '0.4') })).toMatchObject(refused);
  expect(await ann.del('/api/v3/order', { symbol, orderId: resting.orderId })).toMatchObject({
    body: { status: 'CANCELED' },
  });
  expect(await ann.del('/api/v3/orderList', { symbol, orderListId: list.orderListId })).toMatchObject({
    body: { listOrderStatus: 'ALL_DONE' },
  });
});

it('N-3 V-10 nothing trades on a halted symbol; its orders are there when it trades again', async () => {
  const { ann } = paper;
  const { body: order } = await ann.place(sellLimit('100', '0.5400'));
  await pair({ status: 'HALT' });
  expect(await paper.bench.price(symbol, '0.5500')).toMatchObject({
    status: 400,
    body: { error: 'XRPUSDT does not trade: it has no new price until it does.' },
  });
  expect((await ann.find(order.orderId)).body.status).toBe('NEW');
  await pair({ status: 'TRADING' });
  await paper.bench.price(symbol, '0.5500');
  expect((await ann.find(order.orderId)).body.status).toBe('FILLED');
});

it('V-10 an exchange may refuse to cancel on a halted symbol', async () => {
  const { ann } = paper;
  const { body: order } = await ann.place(sellLimit('100', '0.6000'));
  await pair({ status: 'BREAK', cancels: false });
  const refused = { status: 400, body: { code: -2011, msg: 'Market is closed.' } };
  expect(await ann.del('/api/v3/order', { symbol, orderId: order.orderId })).toMatchObject(refused);
  expect(await ann.del('/api/v3/openOrders', { symbol })).toMatchObject(refused);
  await pair({ status: 'TRADING' });
  expect((await ann.del('/api/v3/order', { symbol, orderId: order.orderId })).status).toBe(200);
});

it('V-10 symbols are listed by their status', async () => {
  await pair({ status: 'BREAK' });
  expect((await info('symbolStatus=BREAK')).body.symbols).toMatchObject([{ symbol }]);
  const trading = (await info('symbolStatus=TRADING')).body.symbols;
  expect(trading).not.toContainEqual(expect.objectContaining({ symbol }));
  expect(trading.length).toBeGreaterThan(10);
  expect((await info(`symbol=${symbol}&symbolStatus=TRADING`)).body).toMatchObject({ code: -1220 });
  expect((await info('')).body.symbols).toContainEqual(expect.objectContaining({ symbol, status: 'BREAK' }));
  await paper.bench.control('reset');
  expect((await info()).body.symbols).toMatchObject([{ status: 'TRADING' }]);
});

it('takes as many algo orders as it is set to, and no other terms change', async () => {
  const { ann } = paper;
  const filters = async () => (await info()).body.symbols[0]?.filters;
  const usual = await filters();
  await pair({ maxNumAlgoOrders: 0 });
  const refused = { status: 400, body: { code: -2010, msg: 'Filter failure: MAX_NUM_ALGO_ORDERS' } };
  expect(await ann.placeList('oco', sellOco('50', '0.6000', '0.5000'))).toMatchObject(refused);
  expect(await ann.placeList('opoco', { ...entry('50', '0.5200'), ...targets('0.6', '0.4') })).toMatchObject(refused);
  const isOther = ({ filterType }: { filterType: string }) => filterType !== 'MAX_NUM_ALGO_ORDERS';
  const changed = await filters();
  expect(changed).toContainEqual({ filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 0 });
  expect(changed?.filter(isOther)).toEqual(usual?.filter(isOther));
  await pair({ maxNumAlgoOrders: 1 });
  expect((await ann.placeList('oco', sellOco('50', '0.6000', '0.5000'))).status).toBe(200);
  expect(await ann.placeList('oco', sellOco('50', '0.6000', '0.5000'))).toMatchObject(refused);
});

it('takes the least worth and the liquidity of a symbol as well, and no unknown status', async () => {
  const { ann } = paper;
  await pair({ minNotional: '20', maxPerTick: '10' });
  expect((await ann.place(buyLimit('30', '0.5300'))).body.msg).toBe('Filter failure: NOTIONAL');
  const { body } = await ann.place(buyLimit('50', '0.5400'));
  expect(body.executedQty).toBe('10.00000000');
  expect(await paper.bench.control('pair', { symbol, status: 'ASLEEP' })).toMatchObject({ status: 400 });
});
