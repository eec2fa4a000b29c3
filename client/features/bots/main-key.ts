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
