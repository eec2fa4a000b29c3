import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { type Rows, type RowsFilter, withBlock } from './open-rows.ts';

interface BufferedEvent {
  /** Sequence number, from 1. */
  number: number;
  /** performance.now() when received. */
  at: number;
  /** Null for an event whose block is unknown. */
  block: OrderBlock | null;
}

/** Longer than any request takes. */
const MAX_AGE_MS = MINUTE_MS;
const buffers = new WeakMap<QueryClient, BufferedEvent[]>();

export const lastSequence = (client: QueryClient): number => buffers.get(client)?.at(-1)?.number ?? 0;

export function bufferEvent(client: QueryClient, block: OrderBlock | null): void {
  const at = performance.now();
  const before = (buffers.get(client) ?? []).filter((event) => event.at >= at - MAX_AGE_MS);
  buffers.set(client, [...before, { number: lastSequence(client) + 1, at, block }]);
}

interface Merged {
  rows: Rows;
  /** False if another fetch is needed. */
  isComplete: boolean;
}

/** Applies events received since the request, because its answer may be older than they are. */
export function withBufferedEvents(client: QueryClient, rows: Rows, of: { filter: RowsFilter; since: number }): Merged {
  const merged: Merged = { rows, isComplete: true };
  for (const { number, block } of buffers.get(client) ?? []) {
    if (number <= of.since) continue;
    const next = block && withBlock(merged.rows, block, of.filter);
    if (next) merged.rows = next;
    else merged.isComplete = false;
  }
  return merged;
}
