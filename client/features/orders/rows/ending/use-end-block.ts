import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { closeFilled, closeTargeted, removeFirstOrder } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { patchBlock, invalidateOrders } from '../../orders.live.ts';
import { hasTargets } from '../../targets.ts';
import type { Ending } from '../../figures/block-state.ts';

const FAILED = 'An error occurred while deleting the order';

interface Ended {
  error: string | null;
  orderBlocks?: OrderBlock[];
  failed?: { uid: string; connectorName: string; error: string }[];
}

function send(orders: readonly OrderBlock[], way: Ending): Promise<Ended> {
  const [main] = orders;
  if (!main) return Promise.resolve({ error: FAILED });
  const { blockId, symbol } = main;
  const json = { market: symbol.market as Market, symbolName: symbol.name, blockId };
  if (way === 'remove') return call(removeFirstOrder, { json });
  return call(orders.some(hasTargets) ? closeTargeted : closeFilled, { json });
}

/** Cancels the open entry or closes the position at market; the row is removed when the server confirms. */
export function useEndBlock(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ orders, way }: { orders: readonly OrderBlock[]; way: Ending }) => send(orders, way),
    onSuccess: ({ error, orderBlocks = [], failed = [] }, { orders: [main] }) => {
      const ofMain = failed.find(({ uid }) => uid === main?.keyUid);
      for (const each of failed) if (each !== ofMain) toast.warning(`${isolated(each.connectorName)}: ${each.error}`);
      for (const order of orderBlocks) patchBlock(client, order);
      const fault = error ?? ofMain?.error;
      if (fault) toast.warning(`${FAILED}. ${fault}`);
      else if (orderBlocks.some(({ open }) => open)) toast.info('The closing order is sent. Its row shows the result.');
      else toast.success('Order successfully removed');
    },
    onError: (error) => toast.error(`${FAILED}. ${sentenceOf(error)}`),
    onSettled: () => {
      invalidateOrders(client);
      onDone();
    },
  });
}
