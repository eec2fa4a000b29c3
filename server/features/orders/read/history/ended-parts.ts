import type { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import { type BlockView, type PositionView, readViews } from '../../store/block-view.store.ts';
import { filledPart } from '../figures/filled-part.ts';
import { resultOf } from '../figures/result-of.ts';
import type { RowContext } from '../figures/row-context.ts';
import { contextOf, type ListDeps } from '../present-block.ts';
import { endOf } from '../present-position.ts';
import type { EndedPart } from './fold-parts.ts';
import { type EndedFilter, historyStore } from './history.store.ts';
import { partsOf } from './list-history.ts';

const READ_AT_ONCE = 500;

/** One key's part of a block that ended and traded, and what it is computed from. */
export interface TradedPart extends EndedPart {
  market: Market;
  view: BlockView;
  position: PositionView;
  context: RowContext;
  /** Of what the entry traded; not rounded. */
  percent: Big | null;
}

/** The parts of one block that traded; `at` is when the block ended. */
export function tradedParts(deps: ListDeps, view: BlockView, filter: EndedFilter): TradedPart[] {
  const context = contextOf(deps, view);
  const { market, counterEarning, closedAt, updatedAt } = view.block;
  return partsOf(view, filter)
    .filter((position) => filledPart(position, ['entry']).quantity.gt(0))
    .map((position) => {
      const at = context(position);
      const result = resultOf(position, endOf(position), at);
      return {
        market,
        view,
        position,
        context: at,
        currency: counterEarning ? at.pair.counter : at.pair.base,
        at: closedAt ?? updatedAt,
        profit: result?.profit ?? null,
        percent: result?.percent ?? null,
      };
    });
}

/** All parts of a filter, the latest end first. Read in parts: of a long history only some blocks are held at once. */
export async function* endedParts(deps: ListDeps, userId: string, filter: EndedFilter): AsyncGenerator<TradedPart> {
  const latestFirst = await historyStore(deps.db, userId).latestFirst(filter);
  for (let from = 0; from < latestFirst.length; from += READ_AT_ONCE) {
    const views = await readViews(deps.db, userId, latestFirst.slice(from, from + READ_AT_ONCE));
    for (const view of views) yield* tradedParts(deps, view, filter);
  }
}
