import type { Big } from 'big.js';

export interface Trade {
  symbol: string;
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
  /** Base units, as a double: for statistics. Absent where the exchange does not say. */
  quantity?: number;
}

export interface Candle {
  /** UTC epoch ms; its last millisecond is `closeTime`. */
  openTime: number;
  closeTime: number;
  open: Big;
  high: Big;
  low: Big;
  close: Big;
}

/** With what was traded in it, in base units. */
export type BarCandle = Candle & { volume: Big };

type Answer<T> =
  | { outcome: 'ok'; value: T }
  | { outcome: 'rejected'; message: string }
  | { outcome: 'unknown'; reason: string };

export interface Period {
  symbol: string;
  /** UTC epoch ms, both included. */
  startTime: number;
  endTime: number;
}

/** Bars of any length that exchanges have, oldest first. */
export interface BarSource {
  candles(query: {
    symbol: string;
    interval: string;
    startTime?: number;
    endTime?: number;
    limit?: number;
  }): Promise<Answer<BarCandle[]>>;
}

/** What price triggers need of an exchange. */
export interface PriceSource {
  /** Oldest first. */
  candles(query: Period & { interval: string; limit: number }): Promise<Answer<Candle[]>>;
  /** Oldest first; null where the exchange does not list past trades. */
  trades: ((query: Period) => Promise<Answer<Trade[]>>) | null;
  /** `gap` when the stream begins, and whenever trades may have been missed. Returns the function that ends it. */
  watchTrades(listener: (event: { kind: 'trade'; trade: Trade } | { kind: 'gap' }) => void): () => void;
}
