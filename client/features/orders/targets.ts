import type { QueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { changeTargets, removeTargets, setTargets } from '#contracts/orders.ts';
import type { Market } from '#contracts/symbol.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { patchBlock, invalidateOrders } from './orders.live.ts';

export type Target = 'takeProfit' | 'stopLoss';

/** Where the exchange's own trailing has moved a stop, about; null where it trails none. */
const followedTo = ({ plan }: OrderBlock): Big | null =>
  plan?.stopLoss?.trailing?.movedBy === 'exchange' ? plan.stopLoss.at : null;

/** Price of a desired or placed target; null without one. */
export function targetPrice(block: OrderBlock, target: Target): Big | null {
  const { secondTakeProfitPlacedPrice: takeProfit, secondStopLossPlacedPrice: stopLoss } = block;
  const price = target === 'takeProfit' ? takeProfit : (followedTo(block) ?? stopLoss);
  return price.gt(0) ? price : null;
}

export const hasTargets = (block: OrderBlock): boolean =>
  targetPrice(block, 'takeProfit') !== null || targetPrice(block, 'stopLoss') !== null;

/** Undefined leaves a target unchanged; null removes it. */
export interface DesiredTargets {
  takeProfitPrice?: Big | null;
  stopLossPrice?: Big | null;
}

export const desiredTarget = (target: Target, price: Big | null): DesiredTargets =>
  target === 'takeProfit' ? { takeProfitPrice: price } : { stopLossPrice: price };

function placed({ takeProfitPrice, stopLossPrice }: DesiredTargets): string {
  if (takeProfitPrice && stopLossPrice) return 'Stop loss/take profit successfully placed';
  if (takeProfitPrice) return 'Take profit successfully placed';
  if (stopLossPrice) return 'Stop loss successfully placed';
  return 'Take profit/stop loss successfully removed';
}

async function send(block: OrderBlock, desired: DesiredTargets) {
  const { blockId, symbol } = block;
  const named = { market: symbol.market as Market, symbolName: symbol.name, blockId };
  const { takeProfitPrice = targetPrice(block, 'takeProfit'), stopLossPrice = targetPrice(block, 'stopLoss') } =
    desired;
  if (!takeProfitPrice && !stopLossPrice) return { ...(await call(removeTargets, { json: named })), orderBlocks: [] };
  return call(hasTargets(block) ? changeTargets : setTargets, { json: { ...named, ...desired } });
}

/**
 * Sets, changes or removes a block's targets on all keys and reports the outcome, including failures of copies. False
 * if refused or unknown.
 */
export async function changeTargetsOf(
  client: QueryClient,
  block: OrderBlock,
  desired: DesiredTargets,
): Promise<boolean> {
  try {
    const { errorMessage, orderBlocks, failed } = await send(block, desired);
    for (const order of orderBlocks) patchBlock(client, order);
    if (errorMessage === null) toast.success(placed(desired));
    else toast.warning(errorMessage);
    for (const { uid, connectorName, error } of failed)
      if (uid !== block.keyUid) toast.warning(`${isolated(connectorName)}: ${error}`);
    return errorMessage === null;
  } catch (error) {
    toast.error(sentenceOf(error));
    return false;
  } finally {
    invalidateOrders(client);
  }
}
