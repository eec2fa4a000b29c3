import { queryOptions } from '@tanstack/react-query';
import { getDonations } from '#contracts/donations.ts';
import { call } from '../../lib/call.ts';

/** Refetched on every visit, because an outdated address loses money. */
export const donationsQuery = queryOptions({
  queryKey: ['donations'],
  queryFn: ({ signal }) => call(getDonations, { signal }),
  staleTime: 0,
});
