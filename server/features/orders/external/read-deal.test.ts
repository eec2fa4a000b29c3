import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { ExchangeOrder } from '../../../exchanges/exchange.ts';
import { readDeal } from './read-deal.ts';

const order: ExchangeOrder = {
  symbol: 'XRPUSDT',
  exchangeOrderId: '7',
  clientOrderId: 'by-hand',
  exchangeListId: null,
  side: 'buy',
  type: 'limit',
  price: new Big('0.52'),
  stopPrice: null,
  quantity: new Big('10'),
  filledQuantity: new Big('10'),
  filledCounterQuantity: new Big('5.1'),
  state: 'filled',
  expiryReason: null,
  placedAt: 1,
  updatedAt: 2,
};

it('L-07 a deal is followed at the price it was traded at, and not where that is unknown', () => {
  const tick = new Big('0.0001');
  expect(readDeal(order, tick)?.price.toFixed()).toBe('0.51');
  expect(readDeal({ ...order, filledCounterQuantity: null }, tick)).toBeNull();
});
