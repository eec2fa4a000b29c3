import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import type { Fill } from '../../../../exchanges/exchange.ts';
import { booksOf, liveOf, openBase } from '../../../../domain/position/books.ts';
import type { Position } from '../../../../domain/position/position.ts';
import type { BlockView, PositionView } from '../../store/block-view.store.ts';

/** A little more than a block holds, left over from before, is still that block's. */
const AS_MUCH = '1.01';

export interface Share {
  view: BlockView;
  main: PositionView;
  /** Of the main key, before the deal. */
  held: Big;
  sold: Big;
}

/** What stands open and is not on its way out already, base units; orders of `list` end each other. */
export function heldBy(position: Position, pair: ExchangePair, list: string | null = null): Big {
  const others = liveOf(position, ['close']).filter((order) => list === null || order.externalListId !== list);
  const leaving = others.reduce((sum, { quantity, filledQuantity }) => sum.plus(quantity).minus(filledQuantity), ZERO);
  return max(openBase(position, booksOf(position, pair)).minus(leaving), ZERO);
}

export type Holding = Omit<Share, 'sold'>;

/** Blocks that an order of the owner's can close, oldest first. */
export const holdings = (
  views: readonly BlockView[],
  { pair, list }: { pair: ExchangePair; list: string | null },
): Holding[] =>
  views.flatMap((view) => {
    const [main] = view.positions;
    const held = main && main.row.endedAt === null ? heldBy(main, pair, list) : ZERO;
    return main && held.gte(pair.step) ? [{ view, main, held }] : [];
  });

/** The one block that it closes: the smallest that holds as much. Null when no single one does. */
export function oneShare(open: readonly Holding[], quantity: Big): Share | null {
  const enough = open.filter(({ held }) => open.length === 1 || held.times(AS_MUCH).gte(quantity));
  const [first] = enough.toSorted((one, other) => one.held.cmp(other.held));
  return first ? { ...first, sold: min(first.held, quantity) } : null;
}

/** The oldest first, until it is all shared out. */
export function manyShares(open: readonly Holding[], quantity: Big): Share[] {
  let left = quantity;
  return open.flatMap((holding) => {
    const sold = min(holding.held, left);
    left = left.minus(sold);
    return sold.gt(0) ? [{ ...holding, sold }] : [];
  });
}

type ShareTrade = Omit<Fill, 'symbol' | 'exchangeOrderId' | 'side'>;

/** Trades of one order that closed several blocks, as each block's books have them: its part of the whole, fees too. */
export function shareOfTrades(trades: readonly Fill[], share: { index: number; sold: Big }): ShareTrade[] {
  const whole = trades.reduce((sum, { quantity }) => sum.plus(quantity), ZERO);
  const part = (amount: Big): Big => asKept(amount.times(share.sold).div(whole));
  return trades.map(({ tradeId, price, quantity, commission, commissionAsset, tradedAt }) => ({
    tradeId: `${tradeId} +${share.index}`,
    price,
    quantity: part(quantity),
    commission: part(commission),
    commissionAsset,
    tradedAt,
  }));
}

/** The database keeps 18 decimals: what is kept of its trades is what an order has traded. */
const asKept = (amount: Big): Big => amount.round(18, 0);
