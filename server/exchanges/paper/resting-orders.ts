import type { ExchangeCore } from './exchange-core.ts';
import type { Market } from './market/market.ts';

/** What the accounts have on the book of a market, at most so many levels a side, as it is shown with the house's own. */
export const restingOn = (core: ExchangeCore, { pair }: Market, most: number) => ({
  bids: core.matching.levels(pair.symbol, 'BUY', most),
  asks: core.matching.levels(pair.symbol, 'SELL', most),
});

export type Resting = ReturnType<typeof restingOn>;
