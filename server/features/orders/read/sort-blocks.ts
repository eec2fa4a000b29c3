import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { type Sort, TARGET_STATES, type TargetState } from '#contracts/order-lists.ts';
import { type BlockView, type PositionView, readViews } from '../store/block-view.store.ts';
import type { PageOrder } from './list-blocks.store.ts';
import { blockPresenter, type ListDeps } from './present-block.ts';

export interface Sorting {
  sort?: Sort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  targets?: TargetState | undefined;
}

type Computed = Exclude<Sort, 'date' | 'targets'>;
type Ranks = readonly [number, number, number, number];

const READ_AT_ONCE = 500;

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

interface Figure {
  id: string;
  figure: Big | null;
}

/** What is not measurable comes last, whichever way. Stable: ties stay as they came. */
const sortedIds = (figures: readonly Figure[], direction: 'asc' | 'desc'): string[] =>
  figures
    .toSorted(({ figure: one }, { figure: other }) => {
      if (!one || !other) return Number(!one) - Number(!other);
      return direction === 'asc' ? one.cmp(other) : other.cmp(one);
    })
    .map(({ id }) => id);

/** What the database can sort by itself; null where the figures must be computed first. */
export function storedOrder({ sort = 'date', direction = 'desc', targets = 'both' }: Sorting): PageOrder | null {
  if (sort === 'date') return { direction, targetRanks: null };
  return sort === 'targets' ? { direction, targetRanks: ranksFrom(targets) } : null;
}

interface Unsorted extends Sorting {
  userId: string;
  ids: readonly string[];
  /** The part that a block is sorted by. */
  partOf: (view: BlockView) => PositionView | undefined;
}

/** Blocks by a figure that is computed, not stored. Read in parts: of a long history only the figures are held at once. */
export async function sortedByFigure(deps: ListDeps, { userId, ids, partOf, ...sorting }: Unsorted): Promise<string[]> {
  const figureOf = FIGURES[sorting.sort as Computed];
  const figures: Figure[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const views = await readViews(deps.db, userId, ids.slice(from, from + READ_AT_ONCE));
    for (const view of views) {
      const part = partOf(view);
      figures.push({ id: view.block.id, figure: part ? figureOf(blockPresenter(deps, view)(part)) : null });
    }
  }
  return sortedIds(figures, sorting.direction ?? 'desc');
}
