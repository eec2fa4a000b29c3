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
};
