import { Big } from 'big.js';
import { createBybit } from '../../server/exchanges/bybit/index.ts';
import type { RecordedMarket } from './recorded-market.ts';

export const recordedBybit: RecordedMarket = {
  market: 'bybit',
  create: createBybit,
  key: { apiKey: 'KKKKKKKKKKKKKKKKKK', secret: 'whole-secret-of-the-key' },
  terms: {
    clientOrderId: 'tandem-5f0c2b7e9a1d4c3f8e60b2a47',
    symbol: 'XRPUSDT',
    side: 'buy',
    type: 'limit',
    price: new Big('2.0987'),
    quantity: new Big('9.53'),
  },
  candlesPerCall: 3,
  misfits: {
    quantity: { quantity: new Big('0.001'), sentence: 'The quantity must be at least 0.01 XRP.' },
    'quantity-step': {
      quantity: new Big('9.537'),
      sentence: 'The quantity must be a multiple of 0.01: 9.53 or 9.54 would be accepted.',
    },
    'price-step': {
      price: new Big('2.09871'),
      sentence: 'The price must be a multiple of 0.0001: 2.0987 or 2.0988 would be accepted.',
    },
    total: {
      quantity: new Big('1.5'),
      sentence:
        'Total value of the order should be more than 6USDT. Bybit takes 5 USDT and more here: at 2.0987 that is 2.39 XRP.',
    },
  },
};
