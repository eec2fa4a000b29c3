import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { removeFirstOrder } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';
import { call, CallError } from '../../../lib/call.ts';
import { toast } from '../../../ui/toast.ts';
import { readOrdersAgain } from '../orders.live.ts';

const FAILED = 'An error occurred while deleting the order';

/** Cancels an unfilled entry; its row goes when the server says so. */
export function useRemoveOrder(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ blockId, symbol }: OrderBlock) =>
      call(removeFirstOrder, { json: { market: symbol.market as Market, symbolName: symbol.name, blockId } }),
    onSuccess: ({ error }) => {
      if (error === null) toast.success('Order successfully removed');
      else toast.warning(error);
    },
    onError: (error) => toast.error(error instanceof CallError ? `${FAILED}. ${error.sentence}` : FAILED),
    onSettled: () => {
      readOrdersAgain(client);
      onDone();
    },
  });
}
