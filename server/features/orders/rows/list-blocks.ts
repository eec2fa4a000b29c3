import type { Big } from 'big.js';
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { type listOrderBlocks, type Sort, TARGET_STATES, type TargetState } from '#contracts/orders.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import type { Db } from '../../../db/client.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';
import { type BlockFilter, blockListStore } from './list-blocks.store.ts';
import { blockPresenter, presentBlock, type RowNeeds } from './present-block.ts';

type Query = QueryOf<typeof listOrderBlocks>;
type Rows = ResponseOf<typeof listOrderBlocks>;
type Computed = Exclude<Sort, 'date' | 'targets'>;
type Ranks = readonly [number, number, number, number];

const READ_AT_ONCE = 500;

export interface ListNeeds extends RowNeeds {
  db: Db;
}

function filterOf({ markets }: ListNeeds, query: Query): BlockFilter {
  const { market, symbolName, counterEarning, section, connectorName } = query;
  const pair = markets.findExchangePair(market, symbolName);
  if (!pair) {
    throw new Refusal('not-found', `${market} does not trade ${symbolName.replace('_', '/').toUpperCase()}.`);
  }
  return {
    market,
    symbol: pair.symbol,
    counterEarning,
    section: section === 'alerts' || section === undefined ? 'buy' : section,
    keyName: connectorName ?? null,
  };
}

/** The spec's cycle, begun at the state that comes first. */
function ranksFrom(first: TargetState): Ranks {
  const begin = TARGET_STATES.indexOf(first);
  const rank = (state: TargetState) =>
    (TARGET_STATES.indexOf(state) - begin + TARGET_STATES.length) % TARGET_STATES.length;
  return [rank('both'), rank('take-profit'), rank('stop-loss'), rank('none')];
}

const FIGURES: Record<Computed, (row: OrderBlock) => Big | null> = {
  price: (row) => (row.firstFilledQuantity.gt(0) ? row.firstFilledPrice : row.firstPlacedPrice),
  value: (row) => row.value,
  profit: (row) => row.profitValue,
  percent: (row) => row.profitPercent,
};

/** Read in parts: of a long history only the figures are held at once. */
async function figuresOf(needs: ListNeeds, of: { userId: string; ids: readonly string[]; sort: Computed }) {
  const figures: { id: string; figure: Big | null }[] = [];
  for (let from = 0; from < of.ids.length; from += READ_AT_ONCE) {
    const views = await readViews(needs.db, of.userId, of.ids.slice(from, from + READ_AT_ONCE));
    for (const view of views) {
      const [main] = view.positions;
      figures.push({ id: view.block.id, figure: main ? FIGURES[of.sort](blockPresenter(needs, view)(main)) : null });
    }
  }
  return figures;
}

/** What is not measurable comes last, whichever way. Stable: ties stay as they came. */
const sortedIds = (figures: Awaited<ReturnType<typeof figuresOf>>, direction: 'asc' | 'desc'): string[] =>
  figures
    .toSorted(({ figure: one }, { figure: other }) => {
      if (!one || !other) return Number(!one) - Number(!other);
      return direction === 'asc' ? one.cmp(other) : other.cmp(one);
    })
    .map(({ id }) => id);

async function pageOf(needs: ListNeeds, userId: string, query: Query): Promise<{ total: number; views: BlockView[] }> {
  const { sort = 'date', direction = 'desc', page = 0 } = query;
  const store = blockListStore(needs.db, userId);
  const filter = filterOf(needs, query);
  const offset = page * PAGE_SIZE;
  if (sort === 'date' || sort === 'targets') {
    const targetRanks = sort === 'targets' ? ranksFrom(query.targets ?? 'both') : null;
    return store.page(filter, { direction, targetRanks }, { limit: PAGE_SIZE, offset });
  }
  const newestFirst = await store.newestFirst(filter);
  const figures = await figuresOf(needs, { userId, ids: newestFirst, sort });
  const ids = sortedIds(figures, direction).slice(offset, offset + PAGE_SIZE);
  return { total: newestFirst.length, views: await readViews(needs.db, userId, ids) };
}

/** Open rows of one side, or history, of a pair: ten blocks a page, each with all its keys' parts. */
export async function listBlocks(needs: ListNeeds, userId: string, query: Query): Promise<Rows> {
  const { total, views } = await pageOf(needs, userId, query);
  return {
    content: Object.fromEntries(views.map((view) => [view.block.id, presentBlock(needs, view)])),
    lastPageNumber: Math.max(0, Math.ceil(total / PAGE_SIZE) - 1),
  };
}
