import type { Big } from 'big.js';
import type { Market, Side } from '#contracts/symbol.ts';

export interface Credentials {
  apiKey: string;
  secret: string;
}

/** A tradable pair with the exchange's own limits. `symbol` is the exchange's name (XRPUSDT). */
export interface ExchangePair {
  symbol: string;
  base: string;
  counter: string;
  /** Price step. */
  tick: Big;
  /** Quantity step, in base. */
  step: Big;
  minQuantity: Big;
  maxQuantity: Big;
  /** Least order value, in counter. */
  minNotional: Big;
  /** Price bounds as factors of the average price, by side. */
  percentPrice: { bidUp: Big; bidDown: Big; askUp: Big; askDown: Big } | null;
}

export interface Trade {
  symbol: string;
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
}

export interface Candle {
  openTime: number;
  closeTime: number;
  open: Big;
  high: Big;
  low: Big;
  close: Big;
  volume: Big;
}

export interface Balance {
  asset: string;
  free: Big;
  locked: Big;
}

export type OrderTerms = {
  clientOrderId: string;
  symbol: string;
  side: Side;
  /** Base units. */
  quantity: Big;
} & ({ type: 'limit'; price: Big } | { type: 'market' });

export type ExchangeOrderState = 'open' | 'partly-filled' | 'filled' | 'cancelled' | 'expired' | 'rejected';

export interface ExchangeOrder {
  symbol: string;
  exchangeOrderId: string;
  clientOrderId: string;
  side: Side;
  price: Big;
  quantity: Big;
  filledQuantity: Big;
  /** Counter currency paid or received so far. */
  filledCounterQuantity: Big;
  state: ExchangeOrderState;
  /** UTC epoch ms of the last change, by the exchange's clock. */
  updatedAt: number;
}

/** One trade of ours. Fills come from trades, each once by (key, symbol, tradeId). */
export interface Fill {
  symbol: string;
  tradeId: string;
  exchangeOrderId: string;
  side: Side;
  price: Big;
  quantity: Big;
  commission: Big;
  commissionAsset: string;
  tradedAt: number;
}

/** A documented refusal, in the exchange's words and in ours. `retryAfter` in ms where it named one. */
export interface Rejection {
  outcome: 'rejected';
  code: number;
  message: string;
  /** A sentence for a person. */
  sentence: string;
  retryAfter?: number;
}

/** No answer, or one that says nothing (time-out, reset, 5xx, -1006, -1007): never sent again, looked up instead. */
export interface Unknown {
  outcome: 'unknown';
  reason: string;
}

export type Placement = { outcome: 'accepted'; order: ExchangeOrder } | Rejection | Unknown;
export type Cancellation = { outcome: 'cancelled' | 'already-done'; order: ExchangeOrder } | Rejection | Unknown;
/** `absent` is what the exchange says now; it is no proof before 20 s have passed (M-04). */
export type Lookup = { outcome: 'found'; order: ExchangeOrder } | { outcome: 'absent' } | Rejection | Unknown;
export type Answer<T> = { outcome: 'ok'; value: T } | Rejection | Unknown;

export type KeyFault = 'wrong-key' | 'wrong-secret' | 'wrong-ip' | 'no-spot' | 'can-withdraw' | 'unreachable';
export type KeyCheck = { ok: true } | { ok: false; fault: KeyFault; sentence: string };

/** What a key's own stream says. After `gap` something may have been missed: compare with the exchange. */
export type AccountEvent =
  | { kind: 'order'; order: ExchangeOrder; fill: Fill | null }
  | { kind: 'balance' }
  | { kind: 'gap' };

export interface Exchange {
  market: Market;
  /** Known after start(); by the exchange's symbol. */
  pairs(): ReadonlyMap<string, ExchangePair>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** True while calls are answered: what /readyz asks. */
  ready(): boolean;
  place(credentials: Credentials, terms: OrderTerms): Promise<Placement>;
  cancel(credentials: Credentials, order: { symbol: string; clientOrderId: string }): Promise<Cancellation>;
  find(credentials: Credentials, order: { symbol: string; clientOrderId: string }): Promise<Lookup>;
  openOrders(credentials: Credentials, symbol?: string): Promise<Answer<ExchangeOrder[]>>;
  /** Trades of one order, or of a symbol from a trade id on. */
  fills(
    credentials: Credentials,
    of: { symbol: string; exchangeOrderId?: string; fromTradeId?: string },
  ): Promise<Answer<Fill[]>>;
  balances(credentials: Credentials): Promise<Answer<Balance[]>>;
  checkKey(credentials: Credentials): Promise<KeyCheck>;
  /** Oldest first. Interval as Binance names it ('1s', '1m'); times UTC epoch ms. */
  candles(of: {
    symbol: string;
    interval: string;
    startTime?: number;
    endTime?: number;
    limit?: number;
  }): Promise<Answer<Candle[]>>;
  lastPrices(): Promise<Answer<Trade[]>>;
  /** Every trade of every pair watched, in order. Returns the way to stop. `gap` names what may have been missed. */
  watchTrades(listener: (event: { kind: 'trade'; trade: Trade } | { kind: 'gap' }) => void): () => void;
  /** A key's own orders, fills and balances, live. */
  watchAccount(credentials: Credentials, listener: (event: AccountEvent) => void): () => void;
}
