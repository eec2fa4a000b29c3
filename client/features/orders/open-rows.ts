import type { OrderBlock } from '#contracts/order-block.ts';
import type { Sort, TargetState } from '#contracts/order-lists.ts';
import type { Market } from '#contracts/symbol.ts';

export interface RowsFilter {
  market: Market;
  symbolName: string;
  counterEarning: boolean;
  section: 'buy' | 'sell' | 'history';
  page: number;
  /** Blocks of a page; ten if undefined. */
  size?: number;
  /** Newest first if undefined. */
  sort?: Sort;
  direction?: 'asc' | 'desc';
  targets?: TargetState;
}

export interface Rows {
  /** Orders of each block, the main key's first. */
  blocks: OrderBlock[][];
  lastPage: number;
}

/** Progress of a block; states of equal rank may alternate. */
const RANK: Record<OrderBlock['status'], number> = {
  pending: 0,
  joining: 0,
  unconfirmed: 1,
  skipped: 1,
  rejected: 1,
  placed: 2,
  'partly-filled': 3,
  filled: 4,
  'targets-placed': 4,
  'targets-changing': 4,
  closing: 4,
  'take-profit-filled': 5,
  'stop-loss-filled': 5,
  closed: 5,
  removed: 5,
  released: 5,
  joined: 5,
  split: 5,
};

/** A copy that was not placed may be retried and start again. */
const mayBeginAnew = ({ status }: OrderBlock): boolean => status === 'skipped' || status === 'rejected';

/** Events and answers may arrive out of order: a row never goes back. */
const isNewer = (next: OrderBlock, shown: OrderBlock): boolean =>
  mayBeginAnew(shown) ||
  (next.firstFilledQuantity.gte(shown.firstFilledQuantity) && RANK[next.status] >= RANK[shown.status]);

const belongs = (block: OrderBlock, filter: RowsFilter): boolean =>
  block.symbol.market === filter.market &&
  block.symbol.name === filter.symbolName &&
  block.counterEarning === filter.counterEarning &&
  (filter.section === 'history' || block.section === filter.section);

/** Replaces one key's order in a block; null if the key is not among them yet. */
function withOrder(orders: OrderBlock[], block: OrderBlock): OrderBlock[] | null {
  const shown = orders.find(({ keyUid }) => keyUid === block.keyUid);
  if (!shown) return null;
  return isNewer(block, shown) ? orders.map((order) => (order === shown ? block : order)) : orders;
}

/** With the newest first, a block older than the last row belongs to a later page. */
function isFurtherOn({ firstPlacedTime }: OrderBlock, { blocks, lastPage }: Rows, { page, sort }: RowsFilter): boolean {
  const last = blocks.at(-1)?.[0];
  return sort === undefined && page < lastPage && last !== undefined && firstPlacedTime < last.firstPlacedTime;
}

/** The rows updated with this block; null if only the server knows. */
export function withBlock(rows: Rows, block: OrderBlock, filter: RowsFilter): Rows | null {
  if (!belongs(block, filter)) return rows;
  const shown = rows.blocks.find(([main]) => main?.blockId === block.blockId);
  if (filter.section === 'history') return block.open || shown ? rows : null;
  if (!shown) return block.open && !isFurtherOn(block, rows, filter) ? null : rows;
  if (!block.open) return { ...rows, blocks: rows.blocks.filter((orders) => orders !== shown) };
  const next = withOrder(shown, block);
  if (next === null || next === shown) return next && rows;
  return { ...rows, blocks: rows.blocks.map((orders) => (orders === shown ? next : orders)) };
}
