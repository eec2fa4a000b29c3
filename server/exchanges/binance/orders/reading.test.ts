import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { credentials, scriptedBinance, terms, wireOrder } from '../../../../tests/factories/scripted-binance.ts';
import { readAccountEvent } from '../streams/account-events.ts';

const OLD = { ...wireOrder, status: 'FILLED', executedQty: '192.30000000', cummulativeQuoteQty: '-1.00000000' };

it('L-07 an old order whose counter amount Binance no longer knows is read without one', async () => {
  const { exchange, binance } = await scriptedBinance();
  exchange.on('GET /api/v3/order', () => ({ body: OLD }));
  const found = await binance.find(credentials, terms);
  expect(found).toMatchObject({
    outcome: 'found',
    order: { state: 'filled', filledQuantity: new Big('192.3'), filledCounterQuantity: null },
  });
});

it('L-07 an event whose counter amount is less than 0 is read without one', () => {
  const report = { e: 'executionReport', s: 'XRPUSDT', c: 'tandem-1', C: '', S: 'BUY', o: 'LIMIT', P: '0', g: -1 };
  const sizes = { q: '10', p: '0.52', l: '0', z: '10', L: '0', n: '0', N: null, Z: '-1.00000000' };
  const ended = { ...report, ...sizes, x: 'CANCELED', X: 'CANCELED', i: 7, T: 1, t: -1 };
  const event = readAccountEvent(ended);
  expect(event).toMatchObject({ kind: 'order', order: { filledCounterQuantity: null } });
});

it.each([
  [
    { trailingDelta: 300, trailingTime: 1_700_000_000_000 },
    { delta: 300, since: 1_700_000_000_000 },
  ],
  [
    { trailingDelta: 300, trailingTime: -1 },
    { delta: 300, since: null },
  ],
  [{ trailingDelta: 300 }, { delta: 300, since: null }],
  // Binance's own sample of an order that does not trail (web-socket-api.md, 'Cancel open orders').
  [{ trailingDelta: 0, trailingTime: -1 }, undefined],
  [{}, undefined],
])('EX-7 an order with %j trails as %j', async (fields, trailing) => {
  const { exchange, binance } = await scriptedBinance();
  exchange.on('GET /api/v3/order', () => ({ body: { ...wireOrder, type: 'STOP_LOSS', ...fields } }));
  const found = await binance.find(credentials, terms);
  expect(found.outcome === 'found' && found.order.trailing).toEqual(trailing);
});

it('L-03 an open order that cannot be read is a named gap, and the others are read', async () => {
  const { exchange, binance, logged } = await scriptedBinance();
  const odd = { ...wireOrder, orderId: 8, clientOrderId: 'other', status: 'SLEEPING' };
  exchange.on('GET /api/v3/openOrders', () => ({ body: [odd, wireOrder] }));
  expect(await binance.openOrders(credentials)).toMatchObject({
    outcome: 'ok',
    value: [{ clientOrderId: terms.clientOrderId }],
    unread: [{ symbol: 'XRPUSDT', exchangeOrderId: '8', clientOrderId: 'other' }],
  });
  expect(logged.join('')).toContain('could not be read');
});
