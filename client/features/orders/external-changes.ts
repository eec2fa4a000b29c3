import type { QueryClient } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { toast } from '../../ui/toast.ts';
import type { Rows } from './open-rows.ts';
import { patchBlock } from './orders.live.ts';
import { rowsKey } from './orders.queries.ts';

function shownBefore(client: QueryClient, { blockId, keyUid }: OrderBlock): OrderBlock | undefined {
  const rows = client.getQueriesData<Rows>({ queryKey: rowsKey }).flatMap(([, shown]) => shown?.blocks.flat() ?? []);
  return rows.find((row) => row.blockId === blockId && row.keyUid === keyUid);
}

/** What to say of a change that was made on the exchange; null where nothing of the kind is new. */
export function externalChange(block: OrderBlock, before: OrderBlock | undefined): string | null {
  const { symbol, interference, status, statusReason, connectorName } = block;
  const name = `${symbol.baseCurrency}/${symbol.counterCurrency} on ${isolated(connectorName)}`;
  if (interference !== null && before?.interference !== interference)
    return `${name} was changed on the exchange. Choose in its row what happens next.`;
  const isCanceled = status === 'removed' && statusReason !== null && before?.status !== 'removed';
  return isCanceled ? `${name}: ${statusReason}` : null;
}

/** A row changes; what was done on the exchange is said on every open page. */
export function blockChanged(client: QueryClient, block: OrderBlock): void {
  const text = externalChange(block, shownBefore(client, block));
  patchBlock(client, block);
  if (text !== null) toast.warning(text, { id: `changed ${block.blockId} ${block.keyUid}` });
}
