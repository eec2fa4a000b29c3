import { queryOptions } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { listBlockEvents, listOrderBlocks, type Sort, type TargetState } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { readableOffline } from '../../lib/offline/readable-offline.ts';

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

export const ordersKey = ['orders'] as const;
export const rowsKey = [...ordersKey, 'rows'] as const;
export const historyKey = [...ordersKey, 'history'] as const;

const sameRows = (one: RowsFilter, other: RowsFilter): boolean =>
  one.market === other.market &&
  one.symbolName === other.symbolName &&
  one.counterEarning === other.counterEarning &&
  one.section === other.section;

export const orderRows = (filter: RowsFilter) =>
  queryOptions({
    queryKey: [...rowsKey, filter],
    queryFn: async ({ signal }): Promise<Rows> => {
      const { content, lastPageNumber } = await call(listOrderBlocks, {
        params: { tradeType: 'spot' },
        query: filter,
        signal,
      });
      return { blocks: Object.values(content), lastPage: lastPageNumber };
    },
    // Another page of the same rows may show the one before meanwhile; another pair or side never.
    placeholderData: (before, query) => {
      const shown = query?.queryKey.at(-1) as RowsFilter | undefined;
      return shown && sameRows(shown, filter) ? before : undefined;
    },
    ...readableOffline,
  });

export const blockEventsKey = (blockId: string) => [...ordersKey, 'events', blockId] as const;

export const blockEvents = (blockId: string) =>
  queryOptions({
    queryKey: blockEventsKey(blockId),
    queryFn: ({ signal }) => call(listBlockEvents, { params: { blockId }, signal }),
  });
