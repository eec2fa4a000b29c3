import type { Big } from 'big.js';
import type { Order, OrderList } from './order.ts';

export interface Holding {
  owner: string;
  asset: string;
  free: Big;
  locked: Big;
}

export interface Account {
  readonly id: string;
  /** Whether fees are paid in the discount asset while there is enough of it. */
  readonly paysDiscounted: boolean;
  /** UTC epoch ms of the last change of an order or a balance. */
  updateTime: number;
  holdings: Map<string, Holding>;
  /** Open orders by id, those that wait for their list's entry included. */
  open: Map<number, Order>;
  /** Open lists by id. */
  lists: Map<number, OrderList>;
}

/** The exchange's own holdings: everyone's counterparty, and the fees that it earned. The ids are stored. */
export const MARKET_MAKER = '#house';
export const FEES = '#fees';
