import type { Big } from 'big.js';
import type { Fill, Order } from './order.ts';

/** What self-trade prevention took off an order. */
export interface Prevention {
  matchId: number;
  counterOrderId: number;
  /** What the two would have traded. */
  qty: Big;
  price: Big;
  /** What this order lost of its quantity. */
  expired: Big;
}

/** What happened to an order. WORKING: its trigger or its list's entry has sent it to the book or the market. */
export interface Execution {
  kind: 'NEW' | 'WORKING' | 'TRADE' | 'CANCELED' | 'EXPIRED' | 'TRADE_PREVENTION';
  order: Order;
  fill: Fill | null;
  /** The client id of the cancel itself. */
  cancelId?: string;
  prevention?: Prevention;
}

export type Ending =
  | { status: 'CANCELED'; cancelId: string }
  | { status: 'EXPIRED'; reason: string }
  | { status: 'EXPIRED_IN_MATCH'; prevention: Prevention };

export const KIND_OF_ENDING = {
  CANCELED: 'CANCELED',
  EXPIRED: 'EXPIRED',
  EXPIRED_IN_MATCH: 'TRADE_PREVENTION',
} as const satisfies Record<Ending['status'], Execution['kind']>;
