import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getFirstOrder, listBlockEvents, listOrderBlocks } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { readableOffline } from '../../lib/offline/readable-offline.ts';
import { heardSoFar, withHeard } from './heard.ts';
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
const READ_AGAIN = 2;

async function readRows(client: QueryClient, filter: RowsFilter, signal: AbortSignal) {
  const heardBefore = heardSoFar(client);
  const { content, lastPageNumber } = await call(listOrderBlocks, {
    params: { tradeType: 'spot' },
    query: filter,
    signal,
  });
  return withHeard(client, { blocks: Object.values(content), lastPage: lastPageNumber }, { filter, heardBefore });
}

export const orderRows = (filter: RowsFilter) =>
  queryOptions({
    queryKey: [...rowsKey, filter],
    queryFn: async ({ signal, client }): Promise<Rows> => {
      for (let left = READ_AGAIN; ; left -= 1) {
        const { rows, isWhole } = await readRows(client, filter, signal);
        if (isWhole || left === 0) return rows;
      }
    },
    // Shows the previous page of the same rows meanwhile, but never another pair or side.
    placeholderData: (before, query) => {
      const shown = query?.queryKey.at(-1) as RowsFilter | undefined;
      return shown && sameRows(shown, filter) ? before : undefined;
    },
    ...readableOffline,
  });

export const firstOrderKey = (keyUid: string | null) => [...ordersKey, 'first', keyUid] as const;

/** Of the active main key. */
export const firstOrder = (market: Market, keyUid: string | null) =>
  queryOptions({
    queryKey: firstOrderKey(keyUid),
    queryFn: ({ signal }) => call(getFirstOrder, { query: { market }, signal }),
    staleTime: Infinity,
    ...readableOffline,
  });

export const blockEventsKey = (blockId: string) => [...ordersKey, 'events', blockId] as const;

export const blockEvents = (blockId: string) =>
  queryOptions({
    queryKey: blockEventsKey(blockId),
    queryFn: ({ signal }) => call(listBlockEvents, { params: { blockId }, signal }),
  });
