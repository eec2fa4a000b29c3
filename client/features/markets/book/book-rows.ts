import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { MarketDepth } from '#contracts/market-data.ts';

type Levels = MarketDepth['bids'];

export interface BookRow {
  price: Big;
  quantity: Big;
  /** Of this level and all better ones. */
  total: Big;
  /** Of the largest total shown on either side, from 0 to 1. */
  share: number;
}

/** Best first; null where the book has no further level, so that the number of rows stays. */
export type BookSide = (BookRow | null)[];

function totals(levels: Levels, count: number): Omit<BookRow, 'share'>[] {
  let total = ZERO;
  return levels.slice(0, count).map(([price, quantity]) => {
    total = total.plus(quantity);
    return { price, quantity, total };
  });
}

/** Both sides of a book, each in a fixed number of rows, with their sizes added up. */
export function bookRows({ bids, asks }: Pick<MarketDepth, 'bids' | 'asks'>, count: number) {
  const sides = { bids: totals(bids, count), asks: totals(asks, count) };
  const deepest = [sides.bids, sides.asks].map((side) => side.at(-1)?.total ?? ZERO);
  const most = deepest.reduce((one, other) => (one.gt(other) ? one : other));
  const filled = (rows: Omit<BookRow, 'share'>[]): BookSide =>
    Array.from({ length: count }, (_, index) => {
      const row = rows[index];
      return row ? { ...row, share: most.gt(0) ? row.total.div(most).toNumber() : 0 } : null;
    });
  return { bids: filled(sides.bids), asks: filled(sides.asks) };
}

/** Between the best prices, with its part of their middle in percent; null while a side is empty. */
export function spreadOf({ bids, asks }: Pick<MarketDepth, 'bids' | 'asks'>): { amount: Big; percent: Big } | null {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  if (!bid || !ask) return null;
  const amount = ask.minus(bid);
  return { amount, percent: amount.times(200).div(ask.plus(bid)) };
}
