import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { changeTargets, removeTargets, setTargets } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../../../lib/call.ts';
import { sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import { patchBlock, readOrdersAgain } from '../../orders.live.ts';
import { hasTargets, targetPrice } from '../block-state.ts';

/** What is left out stays as it is; null takes it off. */
export interface WishedTargets {
  takeProfitPrice?: Big | null;
  stopLossPrice?: Big | null;
}

function placed({ takeProfitPrice, stopLossPrice }: WishedTargets): string {
  if (takeProfitPrice && stopLossPrice) return 'Stop loss/take profit successfully placed';
  if (takeProfitPrice) return 'Take profit successfully placed';
  if (stopLossPrice) return 'Stop loss successfully placed';
  return 'Take profit/stop loss successfully removed';
}

async function send(block: OrderBlock, wished: WishedTargets) {
  const { blockId, symbol } = block;
  const named = { market: symbol.market as Market, symbolName: symbol.name, blockId };
  const { takeProfitPrice = targetPrice(block, 'takeProfit'), stopLossPrice = targetPrice(block, 'stopLoss') } = wished;
  if (!takeProfitPrice && !stopLossPrice) return { ...(await call(removeTargets, { json: named })), orderBlocks: [] };
  return call(hasTargets(block) ? changeTargets : setTargets, { json: { ...named, ...wished } });
}

/** Sets, changes or removes a block's targets on all its keys; what one copy could not do is said beside it. */
export function useTargets(block: OrderBlock) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wished: WishedTargets) => send(block, wished),
    onSuccess: ({ errorMessage, orderBlocks, failed }, wished) => {
      if (errorMessage === null) toast.success(placed(wished));
      else toast.warning(errorMessage);
      for (const { uid, connectorName, error } of failed)
        if (uid !== block.keyUid) toast.warning(`${connectorName}: ${error}`);
      for (const order of orderBlocks) patchBlock(client, order);
      if (orderBlocks.length === 0) readOrdersAgain(client);
    },
    onError: (error) => {
      toast.error(sentenceOf(error));
      readOrdersAgain(client);
    },
  });
}
