import { changeLimits, getLimits, type Limits } from '#contracts/limits.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => call(getLimits, { signal }),
});

export function useChangeLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: Omit<Limits, 'usedToday'>) => call(changeLimits, { json }),
    onSuccess: (limits) => {
      client.setQueryData(limitsQuery.queryKey, limits);
      toast.success('Order limits saved');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
}
