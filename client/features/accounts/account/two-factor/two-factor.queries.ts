import { getTwoFactor, makeRecoveryCodes, turnTwoFactorOff, turnTwoFactorOn } from '#contracts/two-factor.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { toast } from '../../../../ui/toast.ts';
import { proofsQuery } from '../../proofs.queries.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }),
});

function useChange<V, R>(change: (input: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void client.invalidateQueries(twoFactorQuery);
      void client.invalidateQueries(proofsQuery);
    },
  });
}

/** Creates the secret; two-factor is not on yet. */
export const useBegin = () =>
  useMutation({
    mutationFn: async () => {
      const answer = await call(turnTwoFactorOn, { json: {} });
      if (!('secret' in answer)) throw new Error('The server did not begin. Try again.');
      return answer;
    },
    onError: (error) => toast.error(error.message),
  });

/** Returns the recovery codes if the code is right. */
export const useTurnOn = () =>
  useChange(async (code: string) => {
    const answer = await call(turnTwoFactorOn, { json: { code } });
    return 'recoveryCodes' in answer ? answer.recoveryCodes : [];
  });

export const useTurnOff = () => useChange(() => call(turnTwoFactorOff));

export const useNewCodes = () => useChange(async () => (await call(makeRecoveryCodes)).recoveryCodes);
