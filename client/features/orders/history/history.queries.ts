import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type HistoryFilter, listHistory, summarizeHistory } from '#contracts/history.ts';
import type { Sort, TargetState } from '#contracts/order-lists.ts';
import { call } from '../../../lib/call.ts';
import { persistOffline } from '../../../lib/offline/offline-options.ts';
import { historyKey } from '../orders.queries.ts';

export interface HistoryPage {
  page: number;
  sort?: Sort;
  direction?: 'asc' | 'desc';
  targets?: TargetState;
}

export const historyRows = (filter: HistoryFilter, page: HistoryPage) =>
  queryOptions({
    queryKey: [...historyKey, 'rows', filter, page],
    queryFn: async ({ signal }) => {
      const { blocks, lastPageNumber } = await call(listHistory, { query: { ...filter, ...page }, signal });
      return {
        blocks: blocks.map(({ orders }) => orders),
        closedAt: blocks.map(({ endedAt }) => endedAt),
        lastPage: lastPageNumber,
      };
    },
    // Shows the previous page meanwhile; rows of another filter are keyed apart.
    placeholderData: keepPreviousData,
    ...persistOffline,
  });

export const historySummary = (filter: HistoryFilter) =>
  queryOptions({
    queryKey: [...historyKey, 'summary', filter],
    queryFn: async ({ signal }) => (await call(summarizeHistory, { query: filter, signal })).earned,
    ...persistOffline,
  });
