import { getProofs } from '#contracts/confirm.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** By what the person can prove who they are. */
export const proofsQuery = queryOptions({
  queryKey: ['proofs'],
  queryFn: ({ signal }) => call(getProofs, { signal }),
});
