import type { OrderBlock } from '#contracts/order-block.ts';
import type { Sort, TargetState } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';

export interface RowsFilter {
  market: Market;
  symbolName: string;
  counterEarning: boolean;
  section: 'buy' | 'sell' | 'history';
  page: number;
  /** Without them, the newest first. */
  sort?: Sort;
  direction?: 'asc' | 'desc';
  targets?: TargetState;
}

export interface Rows {
  /** Each block's orders, the main key's first. */
  blocks: OrderBlock[][];
  lastPage: number;
}

/** How far a block has come. Of the same rank are states that come and go while it is held. */
const RANK: Record<OrderBlock['status'], number> = {
  pending: 0,
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
};

/** A part that was not placed may be tried again: then it begins anew. */
const mayBeginAnew = ({ status }: OrderBlock): boolean => status === 'skipped' || status === 'rejected';

/** Messages and answers overtake one another: a row only ever goes forward. */
const isNewer = (next: OrderBlock, shown: OrderBlock): boolean =>
  mayBeginAnew(shown) ||
  (next.firstFilledQuantity.gte(shown.firstFilledQuantity) && RANK[next.status] >= RANK[shown.status]);

const belongs = (block: OrderBlock, filter: RowsFilter): boolean =>
  block.symbol.market === filter.market &&
  block.symbol.name === filter.symbolName &&
  block.counterEarning === filter.counterEarning &&
  (filter.section === 'history' || block.section === filter.section);

/** A block's orders with that of one key put right; null where its key is not among them yet. */
function withOrder(orders: OrderBlock[], block: OrderBlock): OrderBlock[] | null {
  const shown = orders.find(({ keyUid }) => keyUid === block.keyUid);
  if (!shown) return null;
  return isNewer(block, shown) ? orders.map((order) => (order === shown ? block : order)) : orders;
}

/** Where the newest come first: it stands on a later page, which nobody looks at. */
function isFurtherOn({ firstPlacedTime }: OrderBlock, { blocks, lastPage }: Rows, { page, sort }: RowsFilter): boolean {
  const last = blocks.at(-1)?.[0];
  return sort === undefined && page < lastPage && last !== undefined && firstPlacedTime < last.firstPlacedTime;
}

/** The rows with this block put right; null where only the server can say. */
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
