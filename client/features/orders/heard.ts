import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { type Rows, type RowsFilter, withBlock } from './open-rows.ts';

interface Heard {
  /** Sequence number, from 1. */
  number: number;
  /** performance.now() when received. */
  at: number;
  /** Null for an event whose block is unknown. */
  block: OrderBlock | null;
}

/** Longer than any request takes. */
const KEPT_MS = 60_000;
const lately = new WeakMap<QueryClient, Heard[]>();

export const heardSoFar = (client: QueryClient): number => lately.get(client)?.at(-1)?.number ?? 0;

export function hear(client: QueryClient, block: OrderBlock | null): void {
  const at = performance.now();
  const before = (lately.get(client) ?? []).filter((heard) => heard.at >= at - KEPT_MS);
  lately.set(client, [...before, { number: heardSoFar(client) + 1, at, block }]);
}

interface Put {
  rows: Rows;
  /** False if another fetch is needed. */
  isWhole: boolean;
}

/** Applies events received since the request, because its answer may be older than they are. */
export function withHeard(client: QueryClient, rows: Rows, of: { filter: RowsFilter; heardBefore: number }): Put {
  const put: Put = { rows, isWhole: true };
  for (const { number, block } of lately.get(client) ?? []) {
    if (number <= of.heardBefore) continue;
    const next = block && withBlock(put.rows, block, of.filter);
    if (next) put.rows = next;
    else put.isWhole = false;
  }
  return put;
}
