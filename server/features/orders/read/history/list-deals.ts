import type { Deal, listDeals as contract } from '#contracts/deals.ts';
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import { type Note, notesStore } from '../../store/notes.store.ts';
import { readViews } from '../../store/block-view.store.ts';
import type { ListDeps } from '../present-block.ts';
import { tradedParts } from './ended-parts.ts';
import { historyStore } from './history.store.ts';
import { endedFilter } from './list-history.ts';
import { presentDeal } from './present-deal.ts';

const PAGE = 25;
const LATEST_FIRST = { direction: 'desc', targetRanks: null } as const;
const NO_NOTE: Note = { tags: [], note: '' };

/** A page of ended blocks, each with its parts and what its owner noted. */
export async function listDeals(
  deps: ListDeps,
  userId: string,
  { page = 0, size = PAGE, ...query }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const filter = endedFilter(deps.markets, query);
  const rows = { limit: size, offset: page * size };
  const { found, total } = await historyStore(deps.db, userId).page(filter, LATEST_FIRST, rows);
  const ids = found.map(({ id }) => id);
  const [views, notes] = await Promise.all([readViews(deps.db, userId, ids), notesStore(deps.db, userId).of(ids)]);
  const blocks = views.map((view) => {
    const { tags, note } = notes.get(view.block.id) ?? NO_NOTE;
    const parts = tradedParts(deps, view, filter).map((part): Deal => presentDeal(part));
    return { blockId: view.block.id, tags, note, deals: parts };
  });
  return { blocks, total, lastPageNumber: Math.max(0, Math.ceil(total / size) - 1) };
}
