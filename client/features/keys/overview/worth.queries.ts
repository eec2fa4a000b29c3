import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getWorth, type WorthSpan } from '#contracts/worth.ts';
import { call } from '../../../lib/call.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { persistOffline } from '../../../lib/offline/offline-options.ts';

const worthKey = ['worth'] as const;

export const worthOver = (span: WorthSpan) =>
  queryOptions({
    queryKey: [...worthKey, span],
    queryFn: ({ signal }) => call(getWorth, { query: { span }, signal }),
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
    ...persistOffline,
  });

export const invalidateWorth = (client: QueryClient): void => void client.invalidateQueries({ queryKey: worthKey });
