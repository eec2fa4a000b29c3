import type { Big } from 'big.js';
import { createContext, use } from 'react';

export interface MarketNow {
  /** Null while unknown. */
  price: Big | null;
  /** No price was received for some time. */
  stale: boolean;
}

/** The market price of the page's pair; a tick renders only its consumers. */
export const MarketPrice = createContext<MarketNow>({ price: null, stale: true });

export const useMarketNow = (): MarketNow => use(MarketPrice);
export const useMarketPrice = (): Big | null => use(MarketPrice).price;
