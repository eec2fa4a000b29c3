import type { Big } from 'big.js';
import type { Order, OrderSide } from './order.ts';
import type { Pair } from './pair.ts';

/** Symbol status as in `exchangeInfo`; CANCEL_ONLY since July 2026 (changelog of 2026-07-01). */
export const SYMBOL_STATUSES = ['TRADING', 'END_OF_DAY', 'HALT', 'BREAK', 'CANCEL_ONLY'] as const;
export type SymbolStatus = (typeof SYMBOL_STATUSES)[number];

/** What an exchange may change of a symbol while it runs. */
export interface SymbolTerms {
  status: SymbolStatus;
  /** Whether orders can be canceled while the symbol does not trade. */
  cancels: boolean;
  maxNumAlgoOrders: number | null;
  /** Whether trailing orders are taken. */
  trailing: boolean;
  /** Least quantity of an order, in base. */
  minQty: Big;
  /** Least value of an order, in the quote asset. */
  minNotional: Big;
  /** Most that one trade or one arriving order may fill, in base; null is without bound. */
  maxPerTick: Big | null;
}

export const usualTerms = ({ maxAlgoOrders, minQty, minNotional, trailingDelta }: Pair): SymbolTerms => ({
  status: 'TRADING',
  cancels: true,
  maxNumAlgoOrders: maxAlgoOrders,
  trailing: trailingDelta !== null,
  minQty,
  minNotional,
  maxPerTick: null,
});

/** A trade of the market at large. */
export interface Print {
  price: Big;
  qty: Big;
  buyerMaker: boolean;
}

/** A trade as it stands on the tape. */
export interface MarketTrade extends Print {
  symbol: string;
  /** `id` is the last of the ids that this print stands for, from `firstId` on. */
  firstId: number;
  id: number;
  /** UTC epoch ms on the exchange's clock. */
  time: number;
}

export interface Offer {
  price: Big;
  /** Base units. */
  qty: Big;
}

/** What a trade exactly at an order's limit fills of it: all, no more than the trade's own size, or nothing before the price goes through. */
export type TouchFill = 'whole' | 'by-size' | 'none';

/** One symbol's market as the matching meets it; a simulation, a replay and a backtest each implement it. */
export interface TradedMarket {
  readonly pair: Pair;
  readonly terms: SymbolTerms;
  readonly touchFill: TouchFill;
  /** The last traded price, which sets off triggers. */
  readonly price: Big;
  /** The last price of the market at large: what takers' own trades move is `price` only. */
  quote: Big;
  /** The last id given out, to a print or to a fill. */
  tradeId: number;
  /** What price filters measure against. */
  averagePrice(now: number): Big;
  /** What an arriving order of `side` meets besides the accounts' orders, best price first. */
  offers(side: OrderSide): Iterable<Offer>;
  /** Most that a resting order can be filled by for now, base units; absent or null is without bound. */
  fillable?: (order: Order) => Big | null;
  /** Makes a trade the last one. */
  print(trade: MarketTrade): void;
}
