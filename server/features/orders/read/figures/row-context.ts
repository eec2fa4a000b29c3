import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { MarketContext } from '../../../../domain/position/position.ts';

/** What a row depends on besides its position. */
export interface RowContext extends MarketContext {
  /** The pair as the pages know it. */
  shown: Pair;
  /** Counter units of one unit of an asset that fees were paid in, at the time of the trade; null while not known. */
  priceOf: (asset: string, tradedAt: number) => Big | null;
}
