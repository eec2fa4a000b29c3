import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { credentials, scriptedBinance, wireOrder } from '../../../../tests/factories/scripted-binance.ts';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';

const price = new Big('0.494');
const stopPrice = new Big('0.4945');
const kinds: [Partial<OrderTerms>, Record<string, string>][] = [
  [
    { type: 'limit', price },
    { type: 'LIMIT', timeInForce: 'GTC', price: '0.494' },
  ],
  [
    { type: 'limit', price, timeInForce: 'ioc' },
    { type: 'LIMIT', timeInForce: 'IOC', price: '0.494' },
  ],
  [
    { type: 'limit', price, timeInForce: 'fok' },
    { type: 'LIMIT', timeInForce: 'FOK', price: '0.494' },
  ],
  [
    { type: 'limit-maker', price },
    { type: 'LIMIT_MAKER', price: '0.494' },
  ],
  [{ type: 'market' }, { type: 'MARKET' }],
  [
    { type: 'stop', stopPrice },
    { type: 'STOP_LOSS', stopPrice: '0.4945' },
  ],
  [
    { type: 'take-profit', stopPrice },
    { type: 'TAKE_PROFIT', stopPrice: '0.4945' },
  ],
  [
    { type: 'stop-limit', price, stopPrice },
    { type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: '0.494', stopPrice: '0.4945' },
  ],
  [
    { type: 'take-profit-limit', price, stopPrice },
    { type: 'TAKE_PROFIT_LIMIT', timeInForce: 'GTC', price: '0.494', stopPrice: '0.4945' },
  ],
  [
    { type: 'stop', stopPrice: null, trailingDelta: 300 },
    { type: 'STOP_LOSS', trailingDelta: '300' },
  ],
  [
    { type: 'take-profit', stopPrice, trailingDelta: 20 },
    { type: 'TAKE_PROFIT', stopPrice: '0.4945', trailingDelta: '20' },
  ],
  [
    { type: 'stop-limit', price, stopPrice: null, trailingDelta: 2000 },
    { type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: '0.494', trailingDelta: '2000' },
  ],
];

describe('what is sent for an order', () => {
  it.each(kinds)('%j', async (kind, expected) => {
    const { exchange, binance } = await scriptedBinance();
    const rests = expected.stopPrice === undefined ? {} : { stopPrice: expected.stopPrice };
    exchange.on('POST /api/v3/order', () => ({ body: { ...wireOrder, ...rests, type: expected.type } }));
    const common = { clientOrderId: 'tandem-1', symbol: 'XRPUSDT', side: 'sell', quantity: new Big('192.1') };
    const placed = await binance.place(credentials, { ...common, ...kind } as OrderTerms);
    const sent = exchange.seen.find(({ method }) => method === 'POST');
    const {
      recvWindow: _window,
      timestamp: _time,
      signature: _signature,
      ...params
    } = Object.fromEntries(sent?.params ?? []);
    expect(params).toEqual({
      symbol: 'XRPUSDT',
      side: 'SELL',
      quantity: '192.1',
      newClientOrderId: 'tandem-1',
      newOrderRespType: 'RESULT',
      ...expected,
    });
    expect(placed).toMatchObject({ outcome: 'accepted', order: { type: kind.type } });
  });

  it('req. 10: goes out in plain decimals, exactly as given', async () => {
    const { exchange, binance } = await scriptedBinance();
    const tiny = { price: new Big('0.00000023'), quantity: new Big('1e9'), type: 'limit' as const };
    await binance.place(credentials, { ...tiny, clientOrderId: 'c', symbol: 'SHIBBTC', side: 'buy' });
    const params = exchange.seen.find(({ method }) => method === 'POST')?.params;
    expect([params?.get('price'), params?.get('quantity')]).toEqual(['0.00000023', '1000000000']);
  });
});
