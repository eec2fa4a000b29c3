import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import type { HistoryFilter, listHistory as contract } from '#contracts/history.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import type { Markets } from '../../../markets/index.ts';
import { blockPresenter, type ListDeps } from '../present-block.ts';
import { sortedByFigure, storedOrder } from '../sort-blocks.ts';
import { type BlockView, type PositionView, readViews } from '../../store/block-view.store.ts';
import { type EndedFilter, historyStore } from './history.store.ts';

export function endedFilter(markets: Markets, query: HistoryFilter): EndedFilter {
  const { market, symbolName, counterEarning = null, uid = null, scope = null, from = null, before = null } = query;
  const symbol = symbolName === undefined ? null : markets.pairOf(market, symbolName).symbol;
  return { market, symbol, counterEarning, keyId: uid, scope, from, before };
}

/** The parts of a block that were asked for: one key's, or all of them. */
export const partsOf = ({ positions }: BlockView, { keyId }: EndedFilter): PositionView[] =>
  keyId === null ? positions : positions.filter((position) => position.keyId === keyId);

type Query = QueryOf<typeof contract>;

async function pageOf(deps: ListDeps, userId: string, query: Query): Promise<{ ids: string[]; total: number }> {
  const filter = endedFilter(deps.markets, query);
  const store = historyStore(deps.db, userId);
  const offset = (query.page ?? 0) * PAGE_SIZE;
  const order = storedOrder(query);
  if (order) return store.page(filter, order, { limit: PAGE_SIZE, offset });
  const latestFirst = await store.latestFirst(filter);
  const partOf = (view: BlockView) => partsOf(view, filter)[0];
  const sorted = await sortedByFigure(deps, { ...query, userId, ids: latestFirst, partOf });
  return { ids: sorted.slice(offset, offset + PAGE_SIZE), total: latestFirst.length };
}

export async function listHistory(deps: ListDeps, userId: string, query: Query): Promise<ResponseOf<typeof contract>> {
  const filter = endedFilter(deps.markets, query);
  const { ids, total } = await pageOf(deps, userId, query);
  const views = await readViews(deps.db, userId, ids);
  const blocks = views.map((view) => ({
    endedAt: view.block.closedAt ?? view.block.updatedAt,
    orders: partsOf(view, filter).map(blockPresenter(deps, view)),
  }));
  return { blocks, lastPageNumber: Math.max(0, Math.ceil(total / PAGE_SIZE) - 1) };
}
