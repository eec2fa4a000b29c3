import type { Big } from 'big.js';
import { createContext, use } from 'react';

/** The market price of the pair in sight; null while none is known. A tick renders only what reads it. */
export const MarketPrice = createContext<Big | null>(null);

export const useMarketPrice = (): Big | null => use(MarketPrice);
