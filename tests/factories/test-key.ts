import { Big } from 'big.js';
import type { Key } from '../../server/contracts/keys.ts';

/** A key of a paper exchange as the page of keys reads it. */
export const testKey = (more: Pick<Key, 'uid' | 'name'> & Partial<Key>): Key => ({
  key: 'abcd****efgh',
  market: 'binance',
  usdtBalance: new Big(100),
  usdtFree: new Big(50),
  balanceAt: 0,
  currency: 'USDT',
  inProcess: true,
  groupName: '',
  multiplier: new Big(1),
  ceiling: null,
  fixed: null,
  openBlocks: 0,
  paper: true,
  disabledReason: null,
  refusal: null,
  ...more,
});
