import type { OrderBlock } from '#contracts/order-block.ts';
import type { Market } from '#contracts/symbol.ts';
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

/** What rows depend on besides their positions, as it is now: of many blocks each pair is looked up once. */
export function blockContexts(deps: RowDeps): (view: BlockView) => (position: PositionView) => RowContext {
  const { feeOf } = deps.marketContext;
  const known = new Map<string, PairContext>();
  return ({ block: { market, symbol } }) => {
    const name = `${market}.${symbol}`;
    const ofPair = known.get(name) ?? pairContext(deps, market, symbol);
    known.set(name, ofPair);
    return ({ keyId }) => ({ ...ofPair, fee: feeOf({ symbol, keyId }) });
  };
}

type PairContext = Omit<RowContext, 'fee'>;

function pairContext({ clock, markets }: RowDeps, market: Market, symbol: string): PairContext {
  const pair = markets.findPastPair(market, symbol);
  if (!pair)
    throw new Refusal('unavailable', `${market} has not answered yet. Try again in a moment.`, { retryAfter: 2 });
  const last = markets.lastPrice(market, symbol);
  return {
    pair,
    shown: markets.present(market, pair),
    market: last?.price ?? null,
    traded: null,
    isDelayed: Boolean(last?.delayedSince),
    now: clock(),
    priceOf: (asset: string) => assetPrice(markets, { market, asset, counter: pair.counter }),
  };
}

/** The same of one block. */
export const contextOf = (deps: RowDeps, view: BlockView): ((position: PositionView) => RowContext) =>
  blockContexts(deps)(view);

/** Presents positions of one block as they stand now. */
export function blockPresenter(deps: RowDeps, view: BlockView) {
  const context = contextOf(deps, view);
  return (position: PositionView): OrderBlock => presentPosition(view, position, context(position));
}

/** A block's rows: the main key's first, then its copies'. */
export const presentBlock = (deps: RowDeps, view: BlockView): OrderBlock[] =>
  view.positions.map(blockPresenter(deps, view));
