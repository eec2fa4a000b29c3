import type { Market } from '#contracts/symbol.ts';

/** A main key, which a bot trades with. */
export interface MainKey {
  uid: string;
  name: string;
  market: Market;
  /** The one that the site uses now. */
  isActive: boolean;
  copies: number;
}

/** The active one of the market that is wanted, else any of it, else the active one. */
export const firstKey = (keys: readonly MainKey[], market?: string): MainKey | undefined => {
  const suited = keys.filter((key) => key.market === market);
  return suited.find(({ isActive }) => isActive) ?? suited[0] ?? keys.find(({ isActive }) => isActive);
};
