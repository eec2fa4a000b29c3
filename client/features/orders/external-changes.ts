import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { toast } from '../../ui/toast.ts';
import type { Rows } from './open-rows.ts';
import { patchBlock } from './orders.live.ts';
import { rowsKey } from './orders.queries.ts';

function currentRow(client: QueryClient, { blockId, keyUid }: OrderBlock): OrderBlock | undefined {
  const rows = client.getQueriesData<Rows>({ queryKey: rowsKey }).flatMap(([, shown]) => shown?.blocks.flat() ?? []);
  return rows.find((row) => row.blockId === blockId && row.keyUid === keyUid);
}

/** Message about a change made on the exchange; null if there is no new one. */
export function externalChange(block: OrderBlock, before: OrderBlock | undefined): string | null {
  const { symbol, interference, status, statusReason, connectorName } = block;
  const name = `${symbol.baseCurrency}/${symbol.counterCurrency} on ${isolated(connectorName)}`;
  if (interference !== null && before?.interference !== interference)
    return `${name} was changed on the exchange. Choose in its row what happens next.`;
  const isCanceled = status === 'removed' && statusReason !== null && before?.status !== 'removed';
  return isCanceled ? `${name}: ${statusReason}` : null;
}

/** Updates the row, and announces changes made on the exchange. */
export function blockChanged(client: QueryClient, block: OrderBlock): void {
  const text = externalChange(block, currentRow(client, block));
  patchBlock(client, block);
  if (text !== null) toast.warning(text, { id: `changed ${block.blockId} ${block.keyUid}` });
}
