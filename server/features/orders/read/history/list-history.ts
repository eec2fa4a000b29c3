import type { QueryOf } from '#contracts/endpoint.ts';
import type { HistoryFilter, listHistory as contract } from '#contracts/history.ts';
import { MARKETS, PAGE_SIZE } from '#contracts/symbol.ts';
import { isHandedOver } from '../../../../domain/position/state.ts';
import type { Markets } from '../../../markets/index.ts';
import type { PageDeps } from '../page-deps.ts';
import { sortedByFigure, storedOrder } from '../sort-blocks.ts';
import { type BlockView, type PositionView, readViews } from '../../store/block-view.store.ts';
import { type EndedFilter, historyStore } from './history.store.ts';

export function endedFilter(markets: Markets, query: HistoryFilter): EndedFilter {
  const { symbolName, counterEarning = null, uid = null, scope = null, from = null, before = null, tag = null } = query;
  const market = query.market ?? (symbolName === undefined ? null : MARKETS[0]);
  const symbol = market === null || symbolName === undefined ? null : markets.pairOf(market, symbolName).symbol;
  return { market, symbol, counterEarning, keyId: uid, scope, from, before, tag };
}

/** The parts of a block that were asked for: one key's, or all of them. What went over to another block is shown there. */
export const partsOf = ({ positions }: BlockView, { keyId }: EndedFilter): PositionView[] =>
  positions.filter((position) => (keyId ?? position.keyId) === position.keyId && !isHandedOver(position.row.endReason));

type Query = QueryOf<typeof contract>;

async function pageOf(deps: PageDeps, userId: string, query: Query): Promise<{ views: BlockView[]; total: number }> {
  const filter = endedFilter(deps.markets, query);
  const store = historyStore(deps.db, userId);
  const offset = (query.page ?? 0) * PAGE_SIZE;
  const order = storedOrder(query);
  if (order) {
    const { total, found } = await store.page(filter, order, { limit: PAGE_SIZE, offset });
    return { total, views: await deps.keptBlocks(userId, found) };
  }
  const latestFirst = await store.latestFirst(filter);
  const partOf = (view: BlockView) => partsOf(view, filter)[0];
  const sorted = await sortedByFigure(deps, { ...query, userId, ids: latestFirst, partOf });
  return {
    total: latestFirst.length,
    views: await readViews(deps.db, userId, sorted.slice(offset, offset + PAGE_SIZE)),
  };
}

/** JSON text. */
export async function listHistory(deps: PageDeps, userId: string, query: Query): Promise<string> {
  const filter = endedFilter(deps.markets, query);
  const { views, total } = await pageOf(deps, userId, query);
  const rowsOf = deps.encodedRows(deps, (view) => partsOf(view, filter));
  const blocks = views.map((view) => {
    const endedAt = view.block.closedAt ?? view.block.updatedAt;
    return `{"endedAt":${endedAt},"orders":${rowsOf(view)}}`;
  });
  return `{"blocks":[${blocks.join(',')}],"lastPageNumber":${Math.max(0, Math.ceil(total / PAGE_SIZE) - 1)}}`;
}
