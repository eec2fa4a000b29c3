import { getSite } from '#contracts/site.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readableOffline } from './offline/readable-offline.ts';

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: 5 * 60_000,
  ...readableOffline,
});
