import { getLossLimits, setLossLimit } from '#contracts/loss-limits.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { tradingQuery } from '../trading/trading.queries.ts';

/** Its figures move with the market. */
const POLL_MS = 10_000;

export const lossLimitsQuery = queryOptions({
  queryKey: ['loss-limits'],
  queryFn: ({ signal }) => call(getLossLimits, { signal }),
  refetchInterval: POLL_MS,
});

export type SetLossLimit = JsonOf<typeof setLossLimit>;

export function useSetLossLimit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: SetLossLimit) => call(setLossLimit, { json }),
    onSuccess: (state, { limit }) => {
      client.setQueryData(lossLimitsQuery.queryKey, state);
      void client.invalidateQueries(tradingQuery);
      toast.success(limit ? 'Loss limit saved' : 'Loss limit removed');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
}
