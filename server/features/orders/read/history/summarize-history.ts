import type { ResponseOf } from '#contracts/endpoint.ts';
import type { HistoryFilter, summarizeHistory as contract } from '#contracts/history.ts';
import { amountDecimals } from '#contracts/rules/amount-decimals.ts';
import { endOf } from '../present-position.ts';
import { filledPart } from '../figures/filled-part.ts';
import { resultOf } from '../figures/result-of.ts';
import { type ListDeps, contextOf } from '../present-block.ts';
import { type BlockView, readViews } from '../../store/block-view.store.ts';
import { type EndedPart, foldParts } from './fold-parts.ts';
import { endedFilter, partsOf } from './list-history.ts';
import { type EndedFilter, historyStore } from './history.store.ts';

const READ_AT_ONCE = 500;

/** What each part of a block that traded came to. */
function resultsOf(deps: ListDeps, view: BlockView, filter: EndedFilter): EndedPart[] {
  const context = contextOf(deps, view);
  const { counterEarning, closedAt, updatedAt } = view.block;
  return partsOf(view, filter)
    .filter((position) => filledPart(position, ['entry']).quantity.gt(0))
    .map((position) => {
      const marketContext = context(position);
      return {
        currency: counterEarning ? marketContext.pair.counter : marketContext.pair.base,
        at: closedAt ?? updatedAt,
        profit: resultOf(position, endOf(position), marketContext)?.profit ?? null,
      };
    });
}

/** Read in parts: of a long history only the results are held at once. */
export async function summarizeHistory(
  deps: ListDeps,
  userId: string,
  query: HistoryFilter,
): Promise<ResponseOf<typeof contract>> {
  const filter = endedFilter(deps.markets, query);
  const latestFirst = await historyStore(deps.db, userId).latestFirst(filter);
  const parts: EndedPart[] = [];
  for (let from = 0; from < latestFirst.length; from += READ_AT_ONCE) {
    const views = await readViews(deps.db, userId, latestFirst.slice(from, from + READ_AT_ONCE));
    for (const view of views) parts.push(...resultsOf(deps, view, filter));
  }
  const earned = foldParts(parts.toReversed()).map((each) => {
    const usdt = deps.markets.usdtOf(filter.market, each.currency);
    return Object.assign(each, { decimals: amountDecimals(usdt) });
  });
  return { earned };
}
