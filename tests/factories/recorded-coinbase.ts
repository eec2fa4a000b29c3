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
};
