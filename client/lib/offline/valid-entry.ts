import { hashKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { deserialize } from './serialize.ts';
import type { PersistedQuery } from './device-store.ts';
import type { MatchesContract } from './offline-options.ts';

const Entry = z.object({
  queryKey: z.array(z.unknown()),
  queryType: z.optional(z.literal('infinite')),
  state: z.object({ data: z.string(), dataUpdatedAt: z.number() }),
});

function dataOf(text: string): unknown {
  try {
    return deserialize(text);
  } catch {
    return undefined;
  }
}

/**
 * A validated entry, or null if it does not match this version; of the persisted query state only data and its time are
 * used.
 */
export function validEntry(entry: unknown, matchesContract: MatchesContract): PersistedQuery | null {
  const read = z.safeParse(Entry, entry);
  if (!read.success) return null;
  const { queryKey, queryType, state } = read.data;
  const data = dataOf(state.data);
  if (data === undefined || !matchesContract(queryKey, data)) return null;
  return {
    queryKey,
    ...(queryType && { queryType }),
    queryHash: hashKey(queryKey),
    state: {
      data,
      dataUpdatedAt: state.dataUpdatedAt,
      dataUpdateCount: 1,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      fetchStatus: 'idle',
      isInvalidated: false,
      status: 'success',
    },
    meta: { offline: true },
    dehydratedAt: state.dataUpdatedAt,
  };
}
