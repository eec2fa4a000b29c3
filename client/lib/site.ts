import { getSite } from '#contracts/site.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(getSite, { signal }),
  staleTime: 5 * 60_000,
});
