import { Big } from 'big.js';
import { fixed } from '../pairs.ts';
import type { Market } from './market.ts';
import { randomFrom } from './random.ts';

/**
 * The book that is shown: levels around the last price, the same for the same last trade. Orders meet the market at the
 * last price itself, in the middle of this spread.
 */
export function depth(market: Market, limit: number) {
  const { pair, price, tradeId } = market;
  const random = randomFrom(`${pair.symbol}:${tradeId}`);
  const level = (distance: number, side: 1 | -1): [string, string] | null => {
    const at = price.plus(pair.tick.times(distance * side));
    if (at.lte(0)) return null;
    const notional = Math.round(400 + 4000 * random.uniform() * Math.log1p(distance));
    const qty = new Big(notional).div(price).div(pair.step).round(0, 3).times(pair.step);
    return [fixed(at), fixed(qty)];
  };
  const levels = (side: 1 | -1) =>
    Array.from({ length: limit }, (_, index) => level(index + 1, side)).filter((each) => each !== null);
  return { lastUpdateId: tradeId, bids: levels(-1), asks: levels(1) };
}

export function topOfBook(market: Market) {
  const { bids, asks } = depth(market, 1);
  const [bidPrice, bidQty] = bids[0] ?? [fixed(market.price), '0.00000000'];
  const [askPrice, askQty] = asks[0] ?? [fixed(market.price), '0.00000000'];
  return { bidPrice, bidQty, askPrice, askQty };
}
