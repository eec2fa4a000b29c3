import type { Big } from 'big.js';
import type { Side } from '#contracts/rules/side.ts';

export type OrderTerms = {
  clientOrderId: string;
  symbol: string;
  side: Side;
  /** Base units. */
  quantity: Big;
} & (
  | { type: 'limit'; price: Big; /** Good till cancelled when not said. */ timeInForce?: 'gtc' | 'ioc' | 'fok' }
  | { type: 'limit-maker'; price: Big }
  | { type: 'market' }
  | { type: 'stop' | 'take-profit'; stopPrice: Big }
  | { type: 'stop-limit' | 'take-profit-limit'; stopPrice: Big; price: Big }
);

/** `pending`: it waits for its list's entry to be filled. */
export type ExchangeOrderState = 'pending' | 'open' | 'partly-filled' | 'filled' | 'cancelled' | 'expired' | 'rejected';
