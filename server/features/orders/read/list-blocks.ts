import type { QueryOf } from '#contracts/endpoint.ts';
import type { listOrderBlocks } from '#contracts/order-lists.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';
import { type BlockFilter, blockListStore } from './list-blocks.store.ts';
import type { PageDeps } from './page-deps.ts';
import type { ListDeps } from './present-block.ts';
import { sortedByFigure, storedOrder } from './sort-blocks.ts';

type Query = QueryOf<typeof listOrderBlocks>;

function filterOf({ markets }: ListDeps, query: Query): BlockFilter {
  const { market, symbolName, counterEarning, section, connectorName } = query;
  return {
    market,
    symbol: markets.pairOf(market, symbolName).symbol,
    counterEarning,
    section: section === 'alerts' || section === undefined ? 'buy' : section,
    keyName: connectorName ?? null,
  };
}

const mainOf = ({ positions: [main] }: BlockView) => main;

const sizeOf = ({ size = PAGE_SIZE }: Query): number => size;

async function pageOf(deps: PageDeps, userId: string, query: Query): Promise<{ total: number; views: BlockView[] }> {
  const store = blockListStore(deps.db, userId);
  const filter = filterOf(deps, query);
  const limit = sizeOf(query);
  const offset = (query.page ?? 0) * limit;
  const order = storedOrder(query);
  if (order) {
    const { total, found } = await store.page(filter, order, { limit, offset });
    return { total, views: await deps.keptBlocks(userId, found) };
  }
  const newestFirst = await store.newestFirst(filter);
  const sorted = await sortedByFigure(deps, { ...query, userId, ids: newestFirst, partOf: mainOf });
  return {
    total: newestFirst.length,
    views: await readViews(deps.db, userId, sorted.slice(offset, offset + limit)),
  };
}

/** Open rows of one side, or history, of a pair: ten blocks a page or as many as were asked for, each with all its keys' parts. JSON text. */
export async function listBlocks(deps: PageDeps, userId: string, query: Query): Promise<string> {
  const { total, views } = await pageOf(deps, userId, query);
  const rowsOf = deps.encodedRows(deps);
  const content = views.map((view) => `"${view.block.id}":${rowsOf(view)}`);
  const lastPageNumber = Math.max(0, Math.ceil(total / sizeOf(query)) - 1);
  return `{"content":{${content.join(',')}},"lastPageNumber":${lastPageNumber}}`;
}
