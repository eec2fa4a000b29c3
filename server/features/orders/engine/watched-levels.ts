import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Target } from '../../../domain/position/exits.ts';
import type { WatchedPair } from '../../../runtime/price-triggers/price-watch.ts';
import type { BlockRef } from '../store/block-view.store.ts';

/** A price at which this server acts: `above` where a trade at it or higher reaches it, else at it or lower. */
export interface Level {
  /** `peak`: a stop follows beyond it. */
  target: Target | 'peak';
  price: Big;
  above: boolean;
}

export interface WatchedPosition {
  ref: BlockRef;
  positionId: string;
  market: Market;
  symbol: string;
  since: number;
  levels: readonly Level[];
}

/**
 * A stop that was reached in a gap is sold late, as the exchange would have sold it; a take profit is sold for its price
 * or better, so that only the price of now counts.
 */
const LATE = { 'stop-loss': 'reaches', 'take-profit': 'ignored', peak: 'seen' } as const;

export const watchOf = ({ positionId, levels, ...of }: WatchedPosition): WatchedPair<BlockRef> => ({
  ...of,
  id: positionId,
  levels: levels.map(({ target, price, above }) => ({ price, above, late: LATE[target] })),
});
