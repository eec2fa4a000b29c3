import { generateKeyPairSync } from 'node:crypto';
import { Big } from 'big.js';
import { createCoinbase } from '../../server/exchanges/coinbase/index.ts';
import type { RecordedMarket } from './recorded-market.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const recordedCoinbase: RecordedMarket = {
  market: 'coinbase',
  create: createCoinbase,
  key: {
    apiKey: 'organizations/0a1b2c3d-0000-4000-8000-000000000000/apiKeys/4e5f6a7b-0000-4000-8000-000000000000',
    secret: privateKey.export({ type: 'sec1', format: 'pem' }),
  },
  terms: {
    clientOrderId: 'tandem-5f0c2b7e9a1d4c3f8e60b2a47',
    symbol: 'XRPUSD',
    side: 'buy',
    type: 'limit',
    price: new Big('2.0987'),
    quantity: new Big('9.53'),
  },
  candlesPerCall: 350,
  misfits: {
    quantity: { quantity: new Big('0.0000001'), sentence: 'The quantity must be at least 0.000001 XRP.' },
    'quantity-step': {
      quantity: new Big('9.5300001'),
      sentence: 'The quantity must be a multiple of 0.000001: 9.530000 or 9.530001 would be accepted.',
    },
    'price-step': {
      price: new Big('2.09871'),
      sentence: 'The price must be a multiple of 0.0001: 2.0987 or 2.0988 would be accepted.',
    },
    total: {
      quantity: new Big('0.3'),
      sentence:
        'Total value of the order should be more than 6USDT. Coinbase takes 1 USD and more here: at 2.0987 that is 0.476486 XRP.',
    },
  },
};
