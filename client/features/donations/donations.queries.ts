import { queryOptions } from '@tanstack/react-query';
import { getDonations } from '#contracts/donations.ts';
import { call } from '../../lib/call.ts';

/** Addresses are money: they are asked for anew whenever the page opens. */
export const donationsQuery = queryOptions({
  queryKey: ['donations'],
  queryFn: ({ signal }) => call(getDonations, { signal }),
  staleTime: 0,
});
