import { getProofs } from '#contracts/confirm.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Ways in which the user can prove their identity. */
export const proofsQuery = queryOptions({
  queryKey: ['proofs'],
  queryFn: ({ signal }) => call(getProofs, { signal }),
});
