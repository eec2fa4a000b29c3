import type { Big } from 'big.js';
import { fixed } from '../../../domain/matching/model/amount.ts';
import type { Offer } from '../../../domain/matching/model/market.ts';
import { marketMakerOffers } from './market-maker.ts';
import type { Market } from './market.ts';

/** Levels of the accounts' own resting orders, best first. */
export interface Resting {
  bids: readonly Offer[];
  asks: readonly Offer[];
}

const NONE: Resting = { bids: [], asks: [] };

/** Two lists of levels as one, best first, with one level for each price. */
function* joined(offers: Iterable<Offer>, own: readonly Offer[], isBetter: (one: Big, other: Big) => boolean) {
  let next = 0;
  for (const level of offers) {
    for (let mine = own[next]; mine && isBetter(mine.price, level.price); mine = own[next]) {
      yield mine;
      next += 1;
    }
    const same = own[next]?.price.eq(level.price) ? own[next] : undefined;
    if (same) next += 1;
    yield same ? { price: level.price, qty: level.qty.plus(same.qty) } : level;
  }
  yield* own.slice(next);
}

function levels(market: Market, resting: Resting, of: { side: 'bids' | 'asks'; limit: number }): [string, string][] {
  const isAsk = of.side === 'asks';
  const offers = marketMakerOffers(market, isAsk ? 'BUY' : 'SELL').drop(1);
  const isBetter = (one: Big, other: Big) => (isAsk ? one.lt(other) : one.gt(other));
  return joined(offers, resting[of.side], isBetter)
    .take(of.limit)
    .map(({ price, qty }): [string, string] => [fixed(price), fixed(qty)])
    .toArray();
}

/**
 * The book that is shown: the market maker's offers, and the orders of `resting`. The market maker's offer at the quote itself
 * is not shown: it is the middle of the spread, where orders meet the market.
 */
export function depth(market: Market, limit: number, resting: Resting = NONE) {
  const side = (name: 'bids' | 'asks') => levels(market, resting, { side: name, limit });
  return { lastUpdateId: market.tradeId, bids: side('bids'), asks: side('asks') };
}

export function topOfBook(market: Market, resting: Resting = NONE) {
  const { bids, asks } = depth(market, 1, resting);
  const [bidPrice, bidQty] = bids[0] ?? [fixed(market.quote), '0.00000000'];
  const [askPrice, askQty] = asks[0] ?? [fixed(market.quote), '0.00000000'];
  return { bidPrice, bidQty, askPrice, askQty };
}
