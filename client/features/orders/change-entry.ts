import type { QueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { changeFirstOrder } from '#contracts/orders.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { invalidateOrders, patchBlock } from './orders.live.ts';

const FAILED = 'The order could not be changed';

/** Its entry rests on the exchange, and was placed here; what waits for a price, and a ladder, is ordered anew instead. */
export const mayChange = ({ open, origin, status, interference, trigger, limits }: OrderBlock): boolean =>
  open &&
  origin === 'placed' &&
  interference === null &&
  trigger === undefined &&
  limits === undefined &&
  (status === 'placed' || status === 'partly-filled');

export interface ChangedEntry {
  price: Big;
  /** Base units of the main key in all; left out: as before. */
  quantity?: Big;
}

/** Changes an entry that waits, on all keys, and reports the outcome, copies' failures included. False if it was refused or is unknown. */
export async function changeEntryOf(client: QueryClient, block: OrderBlock, to: ChangedEntry): Promise<boolean> {
  const { blockId, symbol } = block;
  try {
    const json = { market: symbol.market as Market, symbolName: symbol.name, blockId, ...to };
    const { error, orderBlocks, failed } = await call(changeFirstOrder, { json });
    for (const order of orderBlocks) patchBlock(client, order);
    if (error === null) toast.success('Order successfully changed');
    else toast.warning(`${FAILED}. ${error}`);
    for (const each of failed)
      if (each.uid !== block.keyUid) toast.warning(`${isolated(each.connectorName)}: ${each.error}`);
    return error === null;
  } catch (error) {
    toast.error(`${FAILED}. ${sentenceOf(error)}`);
    return false;
  } finally {
    invalidateOrders(client);
  }
}
