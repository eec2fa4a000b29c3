import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { retryCopy, settleInterference } from '#contracts/orders.ts';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { patchBlock, invalidateOrders } from '../../orders.live.ts';

interface Part {
  blockId: string;
  uid: string;
}

function useOrderAction<Input>(send: (input: Input) => Promise<ResponseOf<typeof retryCopy>>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ error, orderBlock }) => {
      if (error !== null) toast.warning(error);
      if (orderBlock) patchBlock(client, orderBlock);
      invalidateOrders(client);
    },
    onError: (error) => {
      toast.error(sentenceOf(error));
      invalidateOrders(client);
    },
  });
}

/** Retries a skipped or failed copy. */
export const useRetryCopy = () => useOrderAction((json: Part) => call(retryCopy, { json }));

/** Answers a change made on the exchange. */
export const useResolveInterference = () =>
  useOrderAction((json: Part & { choice: 'adopt' | 'release' | 'keep' }) => call(settleInterference, { json }));
