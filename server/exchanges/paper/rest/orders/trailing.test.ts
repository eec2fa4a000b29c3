import { describe, expect, it } from 'vitest';
import { type Fields, entry, paperBench, sellOco } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const symbol = 'XRPUSDT';
const RESULT = { newOrderRespType: 'RESULT' };

const trailing = (side: string, type: string, more: Fields = {}): Fields => ({
  side,
  type,
  quantity: '100',
  trailingDelta: 500,
  ...RESULT,
  ...more,
});
const placed = async (fields: Fields) => {
  const { status, body } = await paper.ann.place(fields);
  expect(status, body.msg).toBe(200);
  return body;
};
const found = async (orderId: number) => (await paper.ann.find(orderId)).body;

describe('EX-7 a trailing order', () => {
  it('without a stop price follows at once, and says so', async () => {
    const order = await placed(trailing('SELL', 'STOP_LOSS'));
    expect(order).toMatchObject({ status: 'NEW', stopPrice: '0.00000000', trailingDelta: 500, workingTime: -1 });
    expect(await found(order.orderId)).toMatchObject({ trailingDelta: 500, trailingTime: expect.any(Number) });
    await paper.bench.price(symbol, '0.5600');
    await paper.bench.price(symbol, '0.5321');
    expect(await found(order.orderId)).toMatchObject({ status: 'NEW', isWorking: false });
    await paper.bench.price(symbol, '0.5320');
    expect(await found(order.orderId)).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '53.20000000' });
  });

  it('with a stop price follows from there on, its trailing time -1 until then', async () => {
    const order = await placed(trailing('BUY', 'TAKE_PROFIT', { stopPrice: '0.5000' }));
    expect(order).toMatchObject({ stopPrice: '0.50000000', trailingDelta: 500, trailingTime: -1 });
    await paper.bench.price(symbol, '0.5000');
    expect(await found(order.orderId)).toMatchObject({ trailingTime: expect.any(Number), status: 'NEW' });
    expect((await found(order.orderId)) as object).not.toMatchObject({ trailingTime: -1 });
    await paper.bench.price(symbol, '0.4800');
    await paper.bench.price(symbol, '0.5040');
    expect(await found(order.orderId)).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '50.40000000' });
    expect((await paper.ann.balances()).USDT?.locked).toBe('0.00000000');
  });

  it('is canceled like any other, and its report says how it trailed', async () => {
    const { orderId } = await placed(trailing('SELL', 'STOP_LOSS'));
    const gone = await paper.ann.del('/api/v3/order', { symbol, orderId });
    expect(gone.body).toMatchObject({ status: 'CANCELED', trailingDelta: 500, trailingTime: expect.any(Number) });
    expect((await paper.ann.balances()).XRP?.locked).toBe('0.00000000');
  });

  it('is refused in the words of the documents', async () => {
    const refused = async (fields: Fields) => (await paper.ann.place(fields)).body;
    const filter = { code: -1013, msg: 'Filter failure: TRAILING_DELTA' };
    for (const trailingDelta of [0, 9, 2001])
      expect(await refused(trailing('SELL', 'STOP_LOSS', { trailingDelta }))).toEqual(filter);
    expect(await refused(trailing('SELL', 'STOP_LOSS', { trailingDelta: '1.5' }))).toEqual({
      code: -1100,
      msg: "Illegal characters found in parameter 'trailingDelta'; legal range is '^[0-9]{1,20}$'.",
    });
    expect(await refused(trailing('SELL', 'MARKET'))).toEqual({
      code: -1106,
      msg: "Parameter 'trailingDelta' sent when not required.",
    });
    expect(await refused(trailing('SELL', 'STOP_LOSS', { stopPrice: '0.5400' }))).toEqual({
      code: -2010,
      msg: 'Order would trigger immediately.',
    });
  });

  it('is not taken on a symbol that has none', async () => {
    await paper.bench.control('pair', { symbol, trailing: false });
    const none = { code: -2010, msg: 'Trailing stop orders are not supported for this symbol.' };
    expect((await paper.ann.place(trailing('SELL', 'STOP_LOSS'))).body).toEqual(none);
    const { aboveType, abovePrice, belowType, side, quantity } = sellOco('100', '0.56', '0.5');
    const list = { aboveType, abovePrice, belowType, side, quantity, belowTrailingDelta: 500 } as Fields;
    expect((await paper.ann.placeList('oco', list)).body).toEqual(none);
    const info = await paper.bench.call<{ symbols: object[] }>(`/api/v3/exchangeInfo?symbol=${symbol}`);
    expect(info.body.symbols).toMatchObject([{ allowTrailingStop: false }]);
  });
});

describe('EX-7 a trailing leg', () => {
  it('stands together with a take profit, behind an entry too', async () => {
    const { ann, bench } = paper;
    const { belowStopPrice: _none, ...legs } = sellOco('100', '0.5600', '0.5');
    const { body: oco } = await ann.placeList('oco', { ...legs, belowTrailingDelta: 500 });
    expect(oco.orderReports[0]).toMatchObject({ type: 'STOP_LOSS', stopPrice: '0.00000000', trailingDelta: 500 });
    const { body: opoco } = await ann.placeList('opoco', {
      ...entry('100', '0.5200'),
      pendingSide: 'SELL',
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: '0.5700',
      pendingBelowType: 'STOP_LOSS',
      pendingBelowTrailingDelta: 500,
    });
    expect(opoco.orderReports[1]).toMatchObject({ status: 'PENDING_NEW', trailingDelta: 500, trailingTime: -1 });
    await bench.price(symbol, '0.5200');
    expect(await found(opoco.orders[1]?.orderId ?? 0)).toMatchObject({
      status: 'NEW',
      trailingTime: expect.any(Number),
    });
    await bench.price(symbol, '0.5500');
    await bench.price(symbol, '0.5225');
    expect(await found(oco.orders[0]?.orderId ?? 0)).toMatchObject({ status: 'FILLED' });
    expect(await found(oco.orders[1]?.orderId ?? 0)).toMatchObject({ status: 'EXPIRED', expiryReason: 'OCO_TRIGGER' });
    expect(await found(opoco.orders[1]?.orderId ?? 0)).toMatchObject({ status: 'FILLED' });
  });

  it('goes on from its highest price after a restart', async () => {
    const { ann, bench } = paper;
    const { belowStopPrice: _none, ...legs } = sellOco('100', '0.6000', '0.5');
    const { body } = await ann.placeList('oco', { ...legs, belowTrailingDelta: 500 });
    const buy = await placed(trailing('BUY', 'STOP_LOSS'));
    await bench.price(symbol, '0.5500');
    const before = await ann.balances();
    const [stop] = body.orders;
    const asked = await found(stop?.orderId ?? 0);
    await bench.restart();
    expect(await found(stop?.orderId ?? 0)).toEqual(asked);
    expect(await ann.balances()).toEqual(before);
    await bench.price(symbol, '0.5226');
    expect(await found(stop?.orderId ?? 0)).toMatchObject({ status: 'NEW' });
    await bench.price(symbol, '0.5225');
    expect(await found(stop?.orderId ?? 0)).toMatchObject({ status: 'FILLED' });
    await bench.price(symbol, '0.5000');
    await bench.price(symbol, '0.5250');
    expect(await found(buy.orderId)).toMatchObject({ status: 'FILLED' });
    const { XRP, USDT } = await ann.balances();
    expect([XRP?.locked, USDT?.locked]).toEqual(['0.00000000', '0.00000000']);
  });
});
