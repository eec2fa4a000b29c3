import type { Floor } from './floor.ts';
import type { Market } from './market/market.ts';

/** What the accounts have on the book of a market, as it is shown together with the house's own. */
export const restingOn = (floor: Floor, { pair }: Market) => ({
  bids: floor.matching.levels(pair.symbol, 'BUY'),
  asks: floor.matching.levels(pair.symbol, 'SELL'),
});

export type Resting = ReturnType<typeof restingOn>;
