import { getTrading, switchTrading } from '#contracts/trading.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';

/** The operator may switch it at any time, on any server. */
const LOOK_EVERY = 15_000;

export const tradingQuery = queryOptions({
  queryKey: ['trading'],
  queryFn: ({ signal }) => call(getTrading, { signal }),
  refetchInterval: LOOK_EVERY,
});

export function useSwitchTrading() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (off: boolean) => call(switchTrading, { json: { off } }),
    onSuccess: (state) => {
      client.setQueryData(tradingQuery.queryKey, state);
      if (state.off) toast.info('Your trading is off');
      else toast.success('Your trading is on');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
}
