import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getFirstOrder, listBlockEvents, listOrderBlocks } from '#contracts/order-lists.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';
import { lastSequence, withBufferedEvents } from './event-buffer.ts';
import type { Rows, RowsFilter } from './open-rows.ts';

export type { Rows, RowsFilter };

export const ordersKey = ['orders'] as const;
export const rowsKey = [...ordersKey, 'rows'] as const;
export const historyKey = [...ordersKey, 'history'] as const;

const sameRows = (one: RowsFilter, other: RowsFilter): boolean =>
  one.market === other.market &&
  one.symbolName === other.symbolName &&
  one.counterEarning === other.counterEarning &&
  one.section === other.section;

/** Maximum number of refetches if events keep arriving; later events invalidate again. */
const MAX_REFETCHES = 2;

async function readRows(client: QueryClient, filter: RowsFilter, signal: AbortSignal) {
  const since = lastSequence(client);
  const { content, lastPageNumber } = await call(listOrderBlocks, {
    params: { tradeType: 'spot' },
    query: filter,
    signal,
  });
  return withBufferedEvents(client, { blocks: Object.values(content), lastPage: lastPageNumber }, { filter, since });
}

export const orderRows = (filter: RowsFilter) =>
  queryOptions({
    queryKey: [...rowsKey, filter],
    queryFn: async ({ signal, client }): Promise<Rows> => {
      for (let left = MAX_REFETCHES; ; left -= 1) {
        const { rows, isComplete } = await readRows(client, filter, signal);
        if (isComplete || left === 0) return rows;
      }
    },
    // Shows the previous page of the same rows meanwhile, but never another pair or side.
    placeholderData: (before, query) => {
      const shown = query?.queryKey.at(-1) as RowsFilter | undefined;
      return shown && sameRows(shown, filter) ? before : undefined;
    },
    ...persistOffline,
  });

export const firstOrderKey = (keyUid: string | null) => [...ordersKey, 'first', keyUid] as const;

/** Of the active main key. */
export const firstOrder = (market: Market, keyUid: string | null) =>
  queryOptions({
    queryKey: firstOrderKey(keyUid),
    queryFn: ({ signal }) => call(getFirstOrder, { query: { market }, signal }),
    staleTime: Infinity,
    ...persistOffline,
  });

export const blockEventsKey = (blockId: string) => [...ordersKey, 'events', blockId] as const;

export const blockEvents = (blockId: string) =>
  queryOptions({
    queryKey: blockEventsKey(blockId),
    queryFn: ({ signal }) => call(listBlockEvents, { params: { blockId }, signal }),
  });
