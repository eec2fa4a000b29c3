import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { OrderTerms } from '../../../domain/market/exchange-order.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import type { Drafted } from '../../../domain/position/entry-orders.ts';
import { draftRows, sendOrders } from './send-orders.ts';

const [price, quantity] = [new Big('0.5'), new Big(20)];
const block = { userId: 'u', id: 'b', market: 'binance', symbol: 'XRPUSDT' } as const;
const entry: Drafted = { leg: 'entry', side: 'buy', type: 'limit', price, stopPrice: null, quantity };
const stop: Drafted = { leg: 'stop-loss', side: 'sell', type: 'stop', price: null, stopPrice: price, quantity };
const target: Drafted = { leg: 'take-profit', side: 'sell', type: 'limit-maker', price, stopPrice: null, quantity };
const close: Drafted = { leg: 'close', side: 'sell', type: 'market', price: null, stopPrice: null, quantity };

it.each([
  ['an entry', entry, false],
  ['a stop', stop, true],
  ['a take profit', target, true],
  ['a close', close, true],
] as const)('M-18: %s: whether it goes ahead of entries', async (_what, drafted, isExit) => {
  const seen: OrderTerms[] = [];
  const place: Exchange['place'] = async (_credentials, terms) => {
    seen.push(terms);
    return { outcome: 'unknown', reason: 'It is not answered.' };
  };
  const position = { id: 'p', keyId: 'k', orders: [] };
  const rows = draftRows({ block }, position, { orders: [drafted], asList: false, now: 0 });
  await sendOrders({ place } as Exchange, { apiKey: '', secret: '' }, { rows, atOnceOrNever: false });
  expect(seen).toMatchObject([{ isExit }]);
});
