import type { Big } from 'big.js';
import type { Order, OrderList } from './order.ts';

/** What a key may do, and how its account pays. `ip` is the one address it may be used from; null is any. */
export interface Rights {
  spot: boolean;
  withdraw: boolean;
  ip: string | null;
  revoked: boolean;
  /** Fees are paid in BNB, at a discount, while there is enough of it. */
  bnbBurn: boolean;
}

export interface Holding {
  owner: string;
  asset: string;
  free: Big;
  locked: Big;
}

export interface Account {
  apiKey: string;
  secret: string;
  rights: Rights;
  createdAt: number;
  updateTime: number;
  holdings: Map<string, Holding>;
  /** Open orders by id, those that wait for their list's entry included. */
  open: Map<number, Order>;
  /** Open lists by id. */
  lists: Map<number, OrderList>;
}

/** The exchange's own holdings. */
export const MARKET_MAKER = '#house';
export const FEES = '#fees';
export const FULL_RIGHTS: Rights = { spot: true, withdraw: false, ip: null, revoked: false, bnbBurn: false };
