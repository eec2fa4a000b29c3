import { getAddress, proveAddress, sendProof } from '#contracts/address.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';

export const addressQuery = queryOptions({
  queryKey: ['address'],
  queryFn: ({ signal }) => call(getAddress, { signal }),
  staleTime: 0,
});

/** Sends a new code and link. */
export function useSendProof() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(sendProof, { json: {} }),
    onSuccess: (state) => {
      client.setQueryData(addressQuery.queryKey, state);
      toast.success(state.outbox ? 'A new mail is in the outbox' : `A new mail is on its way to ${state.email}`);
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
}

/** `done` runs once the address is proven and all queries are refetched. */
export function useProveAddress(done: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: JsonOf<typeof proveAddress>) => {
      const { error } = await call(proveAddress, { json });
      if (error !== null) throw new Error(error);
    },
    onSuccess: async () => {
      toast.success('Your address is proven');
      await client.invalidateQueries();
      done();
    },
  });
}
