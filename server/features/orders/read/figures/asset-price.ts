import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import { priceBetween } from '../../../../lib/price-between.ts';
import type { Markets } from '../../../markets/index.ts';

export interface Quoted {
  market: Market;
  asset: string;
  /** The currency of the price. */
  counter: string;
}

/** What one unit of an asset is worth by last prices; null while no price is known. */
export const assetPrice = (markets: Pick<Markets, 'lastPrice'>, { market, asset, counter }: Quoted): Big | null =>
  priceBetween(asset, counter, (symbol) => markets.lastPrice(market, symbol)?.price);
