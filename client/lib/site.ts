import { getSite, getSitePrice } from '#contracts/site.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readableOffline } from './offline/readable-offline.ts';

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: 5 * 60_000,
  ...readableOffline,
});

const PRICE_EVERY_MS = 3_000;

export const sitePrice = queryOptions({
  queryKey: ['site', 'price'],
  queryFn: ({ signal }) => call(getSitePrice, { signal }),
  refetchInterval: PRICE_EVERY_MS,
  retry: false,
});
