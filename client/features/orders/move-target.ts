import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { changeTargets } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { patchBlock, readOrdersAgain } from './orders.live.ts';

export type Target = 'takeProfit' | 'stopLoss';

const PLACED: Record<Target, string> = {
  takeProfit: 'Take profit successfully placed',
  stopLoss: 'Stop loss successfully placed',
};

/** Changes one target of a block that has it and leaves the other as it is; false where it was refused, and said. */
export async function moveTarget(
  client: QueryClient,
  { blockId, symbol }: OrderBlock,
  { target, price }: { target: Target; price: Big },
): Promise<boolean> {
  const named = { market: symbol.market as Market, symbolName: symbol.name, blockId };
  try {
    const { errorMessage, orderBlocks, failed } = await call(changeTargets, {
      json: { ...named, [`${target}Price`]: price },
    });
    for (const block of orderBlocks) patchBlock(client, block);
    if (errorMessage !== null) toast.warning(errorMessage);
    else toast.success(PLACED[target]);
    for (const { connectorName, error } of failed)
      if (error !== errorMessage) toast.warning(`${connectorName}: ${error}`);
    return errorMessage === null;
  } catch (error) {
    toast.error(sentenceOf(error));
    return false;
  } finally {
    readOrdersAgain(client);
  }
}
