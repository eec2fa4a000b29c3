import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listDeals, listTags, noteBlock, reportHistory } from '#contracts/deals.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import type { HistoryFilter } from '#contracts/history.ts';
import { call } from '../../../lib/call.ts';
import { persistOffline } from '../../../lib/offline/offline-options.ts';
import { toast } from '../../../ui/toast.ts';
import { historyKey } from '../orders.queries.ts';

export interface DealsPage {
  page: number;
  size: number;
}

export const dealsOf = (filter: HistoryFilter, page: DealsPage) =>
  queryOptions({
    queryKey: [...historyKey, 'deals', { ...filter, ...page }],
    queryFn: ({ signal }) => call(listDeals, { query: { ...filter, ...page }, signal }),
    placeholderData: keepPreviousData,
    ...persistOffline,
  });

/** Days as this device's clock has them. */
export const reportOf = (filter: HistoryFilter) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return queryOptions({
    queryKey: [...historyKey, 'report', { ...filter, timeZone }],
    queryFn: ({ signal }) => call(reportHistory, { query: { ...filter, timeZone }, signal }),
    ...persistOffline,
  });
};

export const ownTags = queryOptions({
  queryKey: [...historyKey, 'tags'],
  queryFn: async ({ signal }) => (await call(listTags, { signal })).tags,
});

export function useNoteBlock(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ blockId, ...json }: JsonOf<typeof noteBlock> & { blockId: string }) =>
      call(noteBlock, { params: { blockId }, json }),
    onSuccess: onDone,
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: historyKey }),
  });
}
