import type { OrderBlock } from '#contracts/order-block.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { MarketContexts } from '../market-context.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import { assetPrice } from './figures/asset-price.ts';
import type { RowContext } from './figures/row-context.ts';
import { presentPosition } from './present-position.ts';
import type { OrderDeps } from '../deps.ts';

export interface RowDeps extends Pick<OrderDeps, 'clock' | 'markets'> {
  /** What a trade of a key takes off what it brings in; 0 where another asset pays. */
  marketContext: Pick<MarketContexts, 'feeOf'>;
}

export type ListDeps = RowDeps & Pick<OrderDeps, 'db'>;

/** What the rows of a block depend on besides its positions, as it is now. */
export function contextOf(
  { clock, markets, marketContext: { feeOf } }: RowDeps,
  view: BlockView,
): (position: PositionView) => RowContext {
  const { market, symbol } = view.block;
  const pair = markets.findPastPair(market, symbol);
  if (!pair)
    throw new Refusal('unavailable', `${market} has not answered yet. Try again in a moment.`, { retryAfter: 2 });
  const last = markets.lastPrice(market, symbol);
  const marketContext = {
    pair,
    shown: markets.present(market, pair),
    market: last?.price ?? null,
    traded: null,
    isDelayed: Boolean(last?.delayedSince),
    now: clock(),
    priceOf: (asset: string) => assetPrice(markets, { market, asset, counter: pair.counter }),
  };
  return ({ keyId }) => ({ ...marketContext, fee: feeOf({ symbol, keyId }) });
}

/** Presents positions of one block as they stand now. */
export function blockPresenter(deps: RowDeps, view: BlockView) {
  const context = contextOf(deps, view);
  return (position: PositionView): OrderBlock => presentPosition(view, position, context(position));
}

/** A block's rows: the main key's first, then its copies'. */
export const presentBlock = (deps: RowDeps, view: BlockView): OrderBlock[] =>
  view.positions.map(blockPresenter(deps, view));
