import type { Big } from 'big.js';

/** Price bounds of a limit as factors of the average price, by side. */
export interface PriceBand {
  bidMultiplierUp: Big;
  bidMultiplierDown: Big;
  askMultiplierUp: Big;
  askMultiplierDown: Big;
}

/** A symbol and its filters; a bound that is null is not set. */
export interface Pair {
  symbol: string;
  base: string;
  quote: string;
  tick: Big;
  step: Big;
  minQty: Big;
  maxQty: Big;
  /** The largest market order. */
  marketMaxQty: Big | null;
  minPrice: Big;
  maxPrice: Big | null;
  minNotional: Big;
  maxNotional: Big | null;
  priceBand: PriceBand | null;
  /** The most that one account may have open. */
  maxOrders: number | null;
  /** Of orders with a trigger. */
  maxAlgoOrders: number | null;
  maxOrderLists: number | null;
  /** How far trailing orders may follow, in basis points; null where there are none. */
  trailingDelta: TrailingBounds | null;
}

/** In basis points, for orders that are triggered, or begin, above the market and below it. */
export interface TrailingBounds {
  minAbove: number;
  maxAbove: number;
  minBelow: number;
  maxBelow: number;
}
