import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ExitPlanRequest, setPlan } from '#contracts/exit-plans.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { invalidateOrders, patchBlock } from '../../orders.live.ts';

/** Sets a block's plan on all keys, and says what became of each; `onDone` once the main key has it. */
export function usePlan(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: ExitPlanRequest) => call(setPlan, { json: request }),
    onSuccess: ({ errorMessage, orderBlocks, failed }) => {
      for (const block of orderBlocks) patchBlock(client, block);
      if (errorMessage !== null) {
        toast.warning(errorMessage);
        return;
      }
      toast.success('Plan set');
      for (const { connectorName, error } of failed) toast.warning(`${isolated(connectorName)}: ${error}`);
      onDone();
    },
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => invalidateOrders(client),
  });
}
