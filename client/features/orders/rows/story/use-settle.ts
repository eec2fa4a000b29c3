import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { retryCopy, settleInterference } from '#contracts/orders.ts';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { patchBlock, readOrdersAgain } from '../../orders.live.ts';

interface Part {
  blockId: string;
  uid: string;
}

function useSettling<Asked>(send: (asked: Asked) => Promise<ResponseOf<typeof retryCopy>>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ error, orderBlock }) => {
      if (error !== null) toast.warning(error);
      if (orderBlock) patchBlock(client, orderBlock);
      readOrdersAgain(client);
    },
    onError: (error) => {
      toast.error(sentenceOf(error));
      readOrdersAgain(client);
    },
  });
}

/** Retries a skipped or failed copy. */
export const useRetryCopy = () => useSettling((json: Part) => call(retryCopy, { json }));

/** Answers a change made on the exchange. */
export const useSettle = () =>
  useSettling((json: Part & { choice: 'adopt' | 'release' | 'keep' }) => call(settleInterference, { json }));
