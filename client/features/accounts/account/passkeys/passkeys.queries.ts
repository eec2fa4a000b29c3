import { listPasskeys, removePasskey } from '#contracts/passkeys.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { toast } from '../../../../ui/toast.ts';
import { proofsQuery } from '../../proofs.queries.ts';
import { makePasskey } from '../../webauthn.ts';

export type Passkey = ResponseOf<typeof listPasskeys>['passkeys'][number];

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call(listPasskeys, { signal })).passkeys,
});

function useChange<V>(change: (input: V) => Promise<string>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (message) => toast.success(message),
    onSettled: () => {
      void client.invalidateQueries(passkeysQuery);
      void client.invalidateQueries(proofsQuery);
    },
  });
}

export const useAddPasskey = () =>
  useChange(async (name: string) => {
    await makePasskey(name);
    return `${isolated(name)} can now sign in to your account`;
  });

export const useRemovePasskey = () =>
  useChange(async ({ id, name }: Passkey) => {
    await call(removePasskey, { params: { id } });
    return `${isolated(name)} is removed`;
  });
