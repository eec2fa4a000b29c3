import { Big } from 'big.js';
import type { Pair } from '../pairs.ts';

export type OrderSide = 'BUY' | 'SELL';
export type OrderType = 'LIMIT' | 'LIMIT_MAKER' | 'MARKET';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED';

export interface OrderDetails {
  stp: string;
  expiryReason?: string;
  strategyId?: number;
  strategyType?: number;
}

export interface Order {
  orderId: number;
  apiKey: string;
  pair: Pair;
  clientOrderId: string;
  side: OrderSide;
  type: OrderType;
  timeInForce: TimeInForce;
  /** Zero for a market order. */
  price: Big;
  /** What a unit of base is locked at: the limit, or the market price that a market order meets. */
  lockPrice: Big;
  quantity: Big;
  quoteOrderQty: Big;
  executedQty: Big;
  executedQuote: Big;
  status: OrderStatus;
  details: OrderDetails;
  time: number;
  updateTime: number;
}

export interface Fill {
  tradeId: number;
  order: Order;
  price: Big;
  qty: Big;
  commission: Big;
  commissionAsset: string;
  isMaker: boolean;
  time: number;
}

export const ZERO = new Big(0);

export const isOpen = (order: Order): boolean => order.status === 'NEW' || order.status === 'PARTIALLY_FILLED';
export const remaining = (order: Order): Big => order.quantity.minus(order.executedQty);
/** The asset that the order spends, and how much of it `qty` ties up. */
export const spends = (order: Order): string => (order.side === 'BUY' ? order.pair.quote : order.pair.base);
export const tiedUp = (order: Order, qty: Big): Big => (order.side === 'BUY' ? qty.times(order.lockPrice) : qty);
/** Whether a trade at `price` reaches the order's limit. */
export const reaches = (order: Order, price: Big): boolean =>
  order.side === 'BUY' ? price.lte(order.price) : price.gte(order.price);
