import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { type Rows, type RowsFilter, withBlock } from './open-rows.ts';

interface Heard {
  /** Of the page's own clock, ms. */
  at: number;
  block: OrderBlock;
}

/** Longer than an answer may be on its way. */
const KEPT_MS = 60_000;
const lately = new WeakMap<QueryClient, Heard[]>();

export function hear(client: QueryClient, block: OrderBlock): void {
  const at = performance.now();
  const kept = lately.get(client) ?? [];
  while (kept[0] && kept[0].at < at - KEPT_MS) kept.shift();
  kept.push({ at, block });
  lately.set(client, kept);
}

/** An answer with what was heard since it was asked for: it may be older than that. */
export const withHeard = (client: QueryClient, rows: Rows, of: { filter: RowsFilter; askedAt: number }): Rows =>
  (lately.get(client) ?? [])
    .filter(({ at }) => at >= of.askedAt)
    .reduce((put, { block }) => withBlock(put, block, of.filter) ?? put, rows);
