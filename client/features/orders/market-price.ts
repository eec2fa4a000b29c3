import type { Big } from 'big.js';
import { createContext, use } from 'react';

export interface MarketNow {
  /** Null while none is known. */
  price: Big | null;
  /** Nothing was heard of it for a while. */
  stale: boolean;
}

/** The market price of the pair in sight. A tick renders only what reads it. */
export const MarketPrice = createContext<MarketNow>({ price: null, stale: true });

export const useMarketNow = (): MarketNow => use(MarketPrice);
export const useMarketPrice = (): Big | null => use(MarketPrice).price;
