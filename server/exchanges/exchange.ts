import type { Big } from 'big.js';
import type { Market, Side } from '#contracts/symbol.ts';
import type { ExchangeOrderState, OrderTerms, Trigger } from '../domain/market/exchange-order.ts';
import type { ExchangePair } from '../domain/market/pair.ts';

export interface Credentials {
  apiKey: string;
  secret: string;
}

export interface Trade {
  symbol: string;
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
}

/** As the exchange's stream reports it. */
export interface StreamTrade extends Trade {
  /** Digits, growing with every trade of the pair; null where the exchange's ids have no order. */
  id: string | null;
  /** Base units, as a double: for statistics, not for amounts. Absent where the exchange does not say. */
  quantity?: number;
}

/** A trade with its size, as the list of recent trades shows it. */
export interface PublicTrade {
  id: string;
  price: Big;
  /** Base units. */
  quantity: Big;
  /** Of the taker. */
  side: Side;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
}

export type BookLevel = [price: Big, quantity: Big];
/** The best levels of a book, best first, at most BOOK_LEVELS a side. */
export interface Depth {
  bids: BookLevel[];
  asks: BookLevel[];
}
export const BOOK_LEVELS = 20;

/** `trades` oldest first. After `gap` trades may be missing. */
export type PairEvent = { kind: 'depth'; depth: Depth } | { kind: 'trades'; trades: PublicTrade[] } | { kind: 'gap' };

export interface PairDetails {
  /** The book and the trades of one pair, while a page watches. Returns the way to stop. */
  watch(symbol: string, listener: (event: PairEvent) => void): () => void;
  /** The latest trades, oldest first. */
  recentTrades(symbol: string): Promise<Answer<PublicTrade[]>>;
}

/** The last 24 hours of a pair; null where the exchange does not say. `quoteVolume` in counter currency. */
export interface DayStats {
  symbol: string;
  /** The price 24 hours ago. */
  open: Big | null;
  high: Big | null;
  low: Big | null;
  quoteVolume: Big | null;
}

export interface Candle {
  openTime: number;
  closeTime: number;
  open: Big;
  high: Big;
  low: Big;
  close: Big;
  /** Base units. */
  volume: Big;
  /** N-1: the rest is null where the exchange does not say. The volume in counter currency. */
  quoteVolume: Big | null;
  /** What buyers took of it, in base and in counter currency. */
  takerBase: Big | null;
  takerQuote: Big | null;
  trades: number | null;
}

export interface Balance {
  asset: string;
  free: Big;
  locked: Big;
}

/**
 * `price` is the resting limit, and the trigger says when a stop is set off; a stop without a price goes to the market. A
 * take profit that trails does not rest: it begins to follow at its price.
 */
export interface TargetTerms {
  takeProfit: { clientOrderId: string; price: Big; trailingDelta?: number } | null;
  stopLoss: ({ clientOrderId: string; price: Big | null } & Trigger) | null;
}

export type ListTerms = {
  /** At most 36 characters; names the whole list and is none of its orders' ids. */
  clientListId: string;
  symbol: string;
} & (
  | { kind: 'oco'; side: Side; quantity: Big; targets: BothTargets }
  | { kind: 'oto'; entry: EntryTerms; targetQuantity: Big; targets: TargetTerms }
  /** Buying entries only. */
  | { kind: 'opo'; entry: EntryTerms; targets: TargetTerms }
);
export type BothTargets = { [Leg in keyof TargetTerms]: NonNullable<TargetTerms[Leg]> };
export interface EntryTerms {
  clientOrderId: string;
  side: Side;
  quantity: Big;
  price: Big;
}

export interface ExchangeOrder {
  symbol: string;
  exchangeOrderId: string;
  clientOrderId: string;
  /** The exchange's id of the list it belongs to. */
  exchangeListId: string | null;
  side: Side;
  type: OrderTerms['type'];
  /** 0 for a market order. */
  price: Big;
  stopPrice: Big | null;
  /** Absent where it does not trail. */
  trailing?: {
    /** Basis points. */
    delta: number;
    /** From when on it follows the market, UTC epoch ms; null while it does not, or where the answer does not say. */
    since: number | null;
  };
  /** 0 while a pending order's size is not known, and for ever where it ended before. */
  quantity: Big;
  filledQuantity: Big;
  /** Counter currency paid or received so far; null where the exchange no longer knows it. */
  filledCounterQuantity: Big | null;
  state: ExchangeOrderState;
  /** The exchange's word for why it expired ('OCO_TRIGGER'), where it gave one. */
  expiryReason: string | null;
  /** UTC epoch ms by the exchange's clock; null where the answer does not say. */
  placedAt: number | null;
  /** UTC epoch ms of the last change, by the exchange's clock. */
  updatedAt: number;
}

export interface ExchangeList {
  symbol: string;
  exchangeListId: string;
  clientListId: string;
  state: 'open' | 'done' | 'rejected';
  /** As the exchange lists them; the entry comes first. */
  orders: ExchangeOrder[];
}

/** By the id it was given when it was placed, or by the exchange's own. */
export type NamedOrder = { symbol: string } & ({ clientOrderId: string } | { exchangeOrderId: string });
/** The same of a list. */
export type NamedList = { symbol: string } & ({ clientListId: string } | { exchangeListId: string });

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
  /** A sentence for a person; it ends with the nearest value that would be accepted, where there is one. */
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
export type ListPlacement = { outcome: 'accepted'; list: ExchangeList } | Rejection | Unknown;
export type ListCancellation = { outcome: 'cancelled' | 'already-done'; list: ExchangeList } | Rejection | Unknown;
export type ListLookup = { outcome: 'found'; list: ExchangeList } | { outcome: 'absent' } | Rejection | Unknown;
export type Answer<T> = { outcome: 'ok'; value: T } | Rejection | Unknown;
/** `unread` names the orders in the exchange's list that do not read as documented: the list is whole but for these. */
export type OpenOrders = { outcome: 'ok'; value: ExchangeOrder[]; unread?: UnreadOrder[] } | Rejection | Unknown;
/** As much as could be read of its names. */
export type UnreadOrder = Record<'symbol' | 'exchangeOrderId' | 'clientOrderId', string | null>;

export type KeyFault = 'wrong-key' | 'wrong-secret' | 'wrong-ip' | 'no-spot' | 'can-withdraw' | 'unreachable';
/** `address` is ours, as the exchange saw it: what to put on the key's allow-list. */
export type KeyCheck = ({ ok: true } | { ok: false; fault: KeyFault; sentence: string; address?: string }) & {
  /** What the key may do, by the exchange's own names for it; empty where that could not be read. */
  rights: KeyRight[];
};

/** One thing that an exchange lets a key do, or not. */
export interface KeyRight {
  /** As its box is called there. */
  box: string;
  isOn: boolean;
  wanted: 'on' | 'off' | 'advised';
  why: string;
}

/** Rates as fractions (0.001 is a tenth of a percent), all that is added to one trade included. */
export interface Commission {
  maker: Big;
  taker: Big;
  /** Where fees may be paid in another asset than the one received: it, and the part of the rate that is then charged. */
  discount: { asset: string; factor: Big } | null;
}

/**
 * What a key's own stream says. After `gap` something may have been missed: compare with the exchange. `balances` are
 * the assets it named, as they stand; empty where it said no more than that something changed.
 */
export type AccountEvent =
  | { kind: 'order'; order: ExchangeOrder; fill: Fill | null }
  | { kind: 'balance'; balances: Balance[] }
  | { kind: 'gap' };

/** How many orders an account may place in so many ms. */
export interface OrderRate {
  most: number;
  within: number;
}

export interface Exchange {
  market: Market;
  /** Known after start(); by the exchange's symbol. */
  pairs(): ReadonlyMap<string, ExchangePair>;
  /** As its rules name them; none where they do not. */
  orderRates?(): readonly OrderRate[];
  /** Reads a known pair's rules and status anew, unless that was done just now; resolves whatever came of it. */
  renewPair(symbol: string): Promise<void>;
  /** Pairs that are new, or whose status has changed. Returns the way to stop. */
  watchPairs(listener: (changed: readonly ExchangePair[]) => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** True while calls are answered: what /readyz asks. */
  ready(): boolean;
  /** Ms until the exchange takes another order of the account, by what is known of its limits; 0 where it does now. */
  orderWait(credentials: Credentials, order: Pick<OrderTerms, 'isExit'>): number;
  place(credentials: Credentials, terms: OrderTerms): Promise<Placement>;
  cancel(credentials: Credentials, order: { symbol: string; clientOrderId: string }): Promise<Cancellation>;
  find(credentials: Credentials, order: NamedOrder): Promise<Lookup>;
  /** Places all of a list's orders in one call, or none. */
  placeList(credentials: Credentials, terms: ListTerms): Promise<ListPlacement>;
  cancelList(credentials: Credentials, list: { symbol: string; clientListId: string }): Promise<ListCancellation>;
  findList(credentials: Credentials, list: NamedList): Promise<ListLookup>;
  /** A 'check' waits for what is kept of an address's budget for orders, canceling and looking up. */
  openOrders(credentials: Credentials, symbol?: string, purpose?: 'check'): Promise<OpenOrders>;
  /** All that rests of an account. `likely` names the pairs that orders are expected in: some exchanges are asked for less then. */
  allOpenOrders(credentials: Credentials, likely: readonly string[]): Promise<OpenOrders>;
  /** Trades of one order, or of a symbol from a trade id on. */
  fills(
    credentials: Credentials,
    of: { symbol: string; exchangeOrderId?: string; fromTradeId?: string },
  ): Promise<Answer<Fill[]>>;
  /** For an 'order', which waits for them, they may use what is kept for orders of an address's budget. */
  balances(credentials: Credentials, purpose?: 'order'): Promise<Answer<Balance[]>>;
  commission(credentials: Credentials, symbol: string): Promise<Answer<Commission>>;
  checkKey(credentials: Credentials): Promise<KeyCheck>;
  /** True where candles say what of their volume buyers took. */
  reportsTakers?: boolean;
  /** Oldest first. Interval as Binance names it ('1s', '1m'): where there are none so short, the shortest there are. Times UTC epoch ms. */
  candles(of: {
    symbol: string;
    interval: string;
    startTime?: number;
    endTime?: number;
    limit?: number;
  }): Promise<Answer<Candle[]>>;
  lastPrices(): Promise<Answer<Trade[]>>;
  /** Of all pairs that traded. */
  dayStats(): Promise<Answer<DayStats[]>>;
  /** Null where the exchange's book is not read. */
  details: PairDetails | null;
  /** Every trade of a pair in a time, both ends included, oldest first. UTC epoch ms. Null where the latest alone are listed. */
  trades: ((of: { symbol: string; startTime: number; endTime: number }) => Promise<Answer<Trade[]>>) | null;
  /** Every trade of every pair watched, in order. Returns the way to stop. After `gap` something may have been missed. */
  watchTrades(listener: (event: { kind: 'trade'; trade: StreamTrade } | { kind: 'gap' }) => void): () => void;
  /** A key's own orders, fills and balances, live. */
  watchAccount(credentials: Credentials, listener: (event: AccountEvent) => void): () => void;
}
