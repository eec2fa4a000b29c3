import { switchTrading } from '#contracts/trading.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { tradingQuery } from './trading.queries.ts';

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
