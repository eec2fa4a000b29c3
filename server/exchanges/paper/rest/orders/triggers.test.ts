import { describe, expect, it } from 'vitest';
import { type Fields, paperBench } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const RESULT = { newOrderRespType: 'RESULT' };

const stopLoss = (side: string, stopPrice: string): Fields => ({
  side,
  type: 'STOP_LOSS',
  quantity: '100',
  stopPrice,
  ...RESULT,
});
const limited = (terms: Fields, price: string): Fields => ({
  ...terms,
  type: `${terms.type ?? ''}_LIMIT`,
  price,
  timeInForce: 'GTC',
});
const takeProfit = (side: string, stopPrice: string): Fields => ({ ...stopLoss(side, stopPrice), type: 'TAKE_PROFIT' });
const placed = async (fields: Fields) => {
  const { status, body } = await paper.ann.place(fields);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const found = async (orderId: number) => (await paper.ann.find(orderId)).body;

describe('an order with a trigger', () => {
  it('waits, off the book and with its money locked', async () => {
    const order = await placed(stopLoss('SELL', '0.5000'));
    expect(order).toMatchObject({ status: 'NEW', price: '0.00000000', stopPrice: '0.50000000', workingTime: -1 });
    expect(await found(order.orderId)).toMatchObject({ isWorking: false, workingTime: -1, stopPrice: '0.50000000' });
    expect((await paper.ann.balances()).XRP).toEqual({ free: '9900.00000000', locked: '100.00000000' });
    await paper.bench.price('XRPUSDT', '0.5001');
    expect(await paper.ann.open()).toHaveLength(1);
  });

  it.each([
    ['a stop of a sell', stopLoss('SELL', '0.5000'), '0.5000'],
    ['a stop of a buy', stopLoss('BUY', '0.5500'), '0.5500'],
    ['a take profit of a sell', takeProfit('SELL', '0.5500'), '0.5500'],
    ['a take profit of a buy', takeProfit('BUY', '0.5000'), '0.5000'],
  ])('goes to the market when the price is there: %s', async (...[, terms, price]) => {
    const { orderId } = await placed(terms);
    await paper.bench.price('XRPUSDT', price);
    expect(await found(orderId)).toMatchObject({ status: 'FILLED', isWorking: true, executedQty: '100.00000000' });
    const { body } = await paper.ann.get<{ isMaker: boolean; price: string }[]>('/api/v3/myTrades', {
      symbol: 'XRPUSDT',
    });
    expect(body).toEqual([expect.objectContaining({ orderId, isMaker: false, price: `${price}0000` })]);
    const { XRP, USDT } = await paper.ann.balances();
    expect([XRP?.locked, USDT?.locked]).toEqual(['0.00000000', '0.00000000']);
  });

  it('rests at its limit once triggered, when it has one and the market is not there', async () => {
    const { orderId } = await placed(limited(stopLoss('SELL', '0.5000'), '0.5100'));
    await paper.bench.price('XRPUSDT', '0.4990');
    const working = await found(orderId);
    expect(working).toMatchObject({ status: 'NEW', isWorking: true, type: 'STOP_LOSS_LIMIT' });
    await paper.bench.price('XRPUSDT', '0.5100');
    expect(await found(orderId)).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '51.00000000' });
  });

  it('takes the market up to its limit at once, when it crosses it', async () => {
    const { orderId } = await placed(limited(stopLoss('SELL', '0.5000'), '0.4900'));
    await paper.bench.price('XRPUSDT', '0.4980');
    expect(await found(orderId)).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '49.80000000' });
  });

  it.each([
    stopLoss('SELL', '0.5300'),
    stopLoss('BUY', '0.5300'),
    takeProfit('SELL', '0.5200'),
    takeProfit('BUY', '0.5400'),
    limited(stopLoss('SELL', '0.5400'), '0.5200'),
  ])('is refused when its trigger is already reached: $type $side $stopPrice', async (terms) => {
    const refused = { code: -2010, msg: 'Order would trigger immediately.' };
    expect(await paper.ann.place(terms)).toMatchObject({ status: 400, body: refused });
    expect((await paper.ann.balances()).XRP?.locked).toBe('0.00000000');
  });

  it('is cancelled like any other', async () => {
    const order = await placed(stopLoss('BUY', '0.5500'));
    expect((await paper.ann.balances()).USDT?.locked).toBe('55.00000000');
    const gone = await paper.ann.del('/api/v3/order', { symbol: 'XRPUSDT', orderId: order.orderId });
    expect(gone.body).toMatchObject({ status: 'CANCELED', type: 'STOP_LOSS', stopPrice: '0.55000000' });
    expect((await paper.ann.balances()).USDT).toEqual({ free: '10000.00000000', locked: '0.00000000' });
  });
});
