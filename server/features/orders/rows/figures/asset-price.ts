import { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { Markets } from '../../../markets/index.ts';

const BRIDGE = 'USDT';

export interface Quoted {
  market: Market;
  asset: string;
  /** The currency to tell it in. */
  counter: string;
}

/** What one unit of an asset is worth by last prices, traded directly or by way of USDT; null while no price is known. */
export function assetPrice(markets: Pick<Markets, 'lastPrice'>, { market, asset, counter }: Quoted): Big | null {
  const between = (one: string, other: string): Big | null => {
    if (one === other) return new Big(1);
    const direct = markets.lastPrice(market, one + other)?.price;
    const inverse = markets.lastPrice(market, other + one)?.price;
    return direct ?? (inverse?.gt(0) ? new Big(1).div(inverse) : null);
  };
  const straight = between(asset, counter);
  if (straight) return straight;
  const [there, back] = [between(asset, BRIDGE), between(counter, BRIDGE)];
  return there && back?.gt(0) ? there.div(back) : null;
}
