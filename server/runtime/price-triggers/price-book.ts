import type { Big } from 'big.js';
import type { Range } from './candle-path.ts';

/** A price that was traded. */
export interface TradedPrice {
  price: Big;
  /** The exchange's clock, UTC epoch ms. */
  time: number;
}

export interface Price extends TradedPrice {
  /** Found after a gap, in trades or candles. */
  late: boolean;
}

/** The levels of one pair that something waits for. Prices are compared as `orderOf` makes them. */
export interface PriceBook {
  readonly size: number;
  /** Called once for each price, in order; most do nothing, and cost no object of their own. */
  move(price: number, at: TradedPrice, late: boolean): void;
  /** Whether prices of this range up to a time, in whatever order, may change anything. */
  mayMove(range: Range, time: number): boolean;
  /** Whether any of them began to count within this time, by the exchange's clock: both ends included, UTC epoch ms. */
  beginsWithin(from: number, to: number): boolean;
  clear(): void;
}
