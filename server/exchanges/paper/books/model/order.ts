import type { Big } from 'big.js';
import type { Pair } from '../../pairs.ts';

export type OrderSide = 'BUY' | 'SELL';
export const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
export type OrderStatus =
  | 'PENDING_NEW'
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH';
export type StpMode = 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';

/** What self-trade prevention kept from trading; quantities of those that lost some, as decimal text. */
export interface PreventedMatch {
  id: number;
  taker: { orderId: number; prevented: string | null };
  maker: { orderId: number; prevented: string | null };
  mode: StpMode;
  price: string;
  time: number;
}

export interface OrderDetails {
  stp: StpMode;
  /** Of the order that arrived. */
  prevented?: PreventedMatch[];
  expiryReason?: string;
  preventedMatchId?: number;
  strategyId?: number;
  strategyType?: number;
}

/** What an order keeps of its account's money until it trades; the two legs of an OCO share one. */
export interface Lock {
  asset: string;
  amount: Big;
}

/** An order as asked for. */
export interface Draft {
  pair: Pair;
  side: OrderSide;
  type: OrderType;
  timeInForce: TimeInForce;
  /** Base units; zero when `quoteOrderQty` says how much, and for a leg whose size its entry decides. */
  quantity: Big;
  /** Quote units, for a market order by worth; else zero. */
  quoteOrderQty: Big;
  /** The limit; zero where the type has none. */
  price: Big;
  /** The trigger; zero where the type has none. */
  stopPrice: Big;
  clientOrderId: string;
  details: OrderDetails;
}

export interface Order extends Draft {
  orderId: number;
  apiKey: string;
  list: OrderList | null;
  executedQty: Big;
  executedQuote: Big;
  /** Lost to self-trade prevention. */
  preventedQty: Big;
  status: OrderStatus;
  /** When it went to the book or the market, UTC epoch ms; null while it waits for its trigger or its entry. */
  workingTime: number | null;
  lock: Lock;
  time: number;
  updateTime: number;
}

export type Contingency = 'OCO' | 'OTO';
export type ListStatus = 'EXECUTING' | 'ALL_DONE' | 'REJECT';

export interface OrderList {
  orderListId: number;
  apiKey: string;
  pair: Pair;
  clientListId: string;
  contingency: Contingency;
  status: ListStatus;
  working: Order | null;
  legs: Order[];
  paysLegs: boolean;
  /** What the working order of an OPO brought in so far, kept for the legs. */
  lock: Lock;
  /** UTC epoch ms. */
  time: number;
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

export const isOpen = ({ status }: Order): boolean =>
  status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'PENDING_NEW';
export const isPending = (order: Order): boolean => order.status === 'PENDING_NEW';
/** What Binance counts as an algo order: it waits, or waited, for a trigger. */
export const hasTrigger = ({ type }: Draft): boolean => /^(STOP_LOSS|TAKE_PROFIT)/.test(type);
/** Takes what the market offers: a market order, or a trigger without a limit. */
export const isMarketable = ({ type }: Draft): boolean =>
  type === 'MARKET' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT';
export const remaining = (order: Order): Big => order.quantity.minus(order.executedQty).minus(order.preventedQty);
/** The asset that an order gives, and the one it brings in. */
export const spends = ({ side, pair }: Draft): string => (side === 'BUY' ? pair.quote : pair.base);
export const receives = ({ side, pair }: Draft): string => (side === 'BUY' ? pair.base : pair.quote);
/** Whether a trade at `price` reaches the order's limit. */
export const reaches = ({ side, price: limit }: Draft, price: Big): boolean =>
  side === 'BUY' ? price.lte(limit) : price.gte(limit);
/** Whether it waits for a price at or above its trigger, rather than at or below. */
export const triggersUp = ({ side, type }: Draft): boolean => (side === 'BUY') === type.startsWith('STOP_LOSS');
/** Whether a last price of `price` sets it off. */
export const isTriggered = (order: Draft, price: Big): boolean =>
  triggersUp(order) ? price.gte(order.stopPrice) : price.lte(order.stopPrice);
/** What the order ties up while it waits or rests: at its limit, else at its trigger. */
export function tiedUpBy(order: Order): Big {
  if (order.side === 'SELL') return remaining(order);
  return remaining(order).times(order.price.gt(0) ? order.price : order.stopPrice);
}
