import type { Big } from 'big.js';
import { type OrderType, TERMS_OF } from './order-type.ts';
import type { Pair } from './pair.ts';

export type OrderSide = 'BUY' | 'SELL';
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
/** Which of two orders of one account goes when they would trade with each other. */
export const STP_MODES = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'] as const;
export type StpMode = (typeof STP_MODES)[number];
export const DEFAULT_STP: StpMode = 'EXPIRE_MAKER';

/** A match that self-trade prevention kept from trading; quantities of the orders that lost some, as decimal text. */
export interface PreventedMatch {
  id: number;
  taker: { orderId: number; prevented: string | null };
  maker: { orderId: number; prevented: string | null };
  mode: StpMode;
  price: string;
  time: number;
}

/** How far a trailing order has followed the market; prices as decimal text. */
export interface Trail {
  /** From when on, UTC epoch ms. */
  since: number;
  /** The price at which it began. */
  start: string;
  /** The highest price since for a sale, the lowest for a purchase. */
  extreme: string;
}

export interface OrderDetails {
  stp: StpMode;
  /** How far the market must turn back for it to be triggered, in basis points. */
  trailingDelta?: number;
  /** Absent while it waits for its stop price, or for its list's entry. */
  trail?: Trail;
  /** Of the order that arrived. */
  prevented?: PreventedMatch[];
  expiryReason?: string;
  preventedMatchId?: number;
  strategyId?: number;
  strategyType?: number;
}

/** What an order locks of its account's money until it trades; the two legs of an OCO share one. */
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
  /** Quote units, for a market order by value; else zero. */
  quoteOrderQty: Big;
  /** The limit; zero where the type has none. */
  price: Big;
  /** The trigger, or where a trailing order begins to follow; zero where there is none. */
  stopPrice: Big;
  clientOrderId: string;
  details: OrderDetails;
}

export interface Order extends Draft {
  orderId: number;
  accountId: string;
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
  accountId: string;
  pair: Pair;
  clientListId: string;
  contingency: Contingency;
  status: ListStatus;
  working: Order | null;
  legs: Order[];
  paysLegs: boolean;
  /** What the working order of an OPO has received so far, locked for the legs. */
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
/** Open, and not waiting for its list's entry: its money is locked. */
export const isAtWork = (order: Order): boolean => isOpen(order) && !isPending(order);
/** An algo order, as Binance counts them: it waits, or waited, for a trigger. */
export const hasTrigger = ({ type }: Pick<Draft, 'type'>): boolean => TERMS_OF[type].stopPrice;
/** A market order, or a trigger without a limit. */
export const isMarketable = ({ type }: Pick<Draft, 'type'>): boolean => !TERMS_OF[type].price;
export const remaining = (order: Order): Big => order.quantity.minus(order.executedQty).minus(order.preventedQty);
/** The asset that an order pays with, and the one it receives. */
export const spends = ({ side, pair }: Draft): string => (side === 'BUY' ? pair.quote : pair.base);
export const receives = ({ side, pair }: Draft): string => (side === 'BUY' ? pair.base : pair.quote);
/** Whether a trade at `price` reaches the order's limit. */
export const reaches = ({ side, price: limit }: Draft, price: Big): boolean =>
  side === 'BUY' ? price.lte(limit) : price.gte(limit);
