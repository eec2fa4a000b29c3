import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/orders.ts';
import { ordersKey, type Rows, type RowsFilter, rowsKey } from './orders.queries.ts';

const RANK: Record<OrderBlock['status'], number> = {
  pending: 0,
  unconfirmed: 1,
  placed: 2,
  'partly-filled': 3,
  filled: 4,
  rejected: 4,
  removed: 4,
  closed: 5,
};

/** Messages and answers overtake one another: a row only ever goes forward. */
const isNewer = (next: OrderBlock, shown: OrderBlock): boolean =>
  next.firstFilledQuantity.gte(shown.firstFilledQuantity) && RANK[next.status] >= RANK[shown.status];

const belongs = (block: OrderBlock, filter: RowsFilter): boolean =>
  block.symbol.market === filter.market &&
  block.symbol.name === filter.symbolName &&
  block.counterEarning === filter.counterEarning;

/** The rows with this block put right; null where only the server can say. */
export function withBlock(rows: Rows, block: OrderBlock, filter: RowsFilter): Rows | null {
  if (!belongs(block, filter) || (filter.section !== 'history' && block.section !== filter.section)) return rows;
  const at = rows.blocks.findIndex(([main]) => main?.blockId === block.blockId);
  const [shown] = rows.blocks[at] ?? [];
  if (filter.section === 'history') return block.open || shown ? rows : null;
  if (!shown) return block.open ? null : rows;
  if (!block.open) return { ...rows, blocks: rows.blocks.filter(([main]) => main?.blockId !== block.blockId) };
  if (!isNewer(block, shown)) return rows;
  return { ...rows, blocks: rows.blocks.map((orders, index) => (index === at ? [block, ...orders.slice(1)] : orders)) };
}

export function patchBlock(client: QueryClient, block: OrderBlock): void {
  for (const [queryKey, rows] of client.getQueriesData<Rows>({ queryKey: rowsKey })) {
    const filter = queryKey.at(-1) as RowsFilter;
    const next = rows && withBlock(rows, block, filter);
    if (next) client.setQueryData(queryKey, next);
    else void client.invalidateQueries({ queryKey, exact: true });
  }
}

export function readOrdersAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ordersKey });
}
