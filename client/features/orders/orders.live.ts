import type { QueryClient } from '@tanstack/react-query';
import type { ProtectionNotice } from '#contracts/live.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { toast } from '../../ui/toast.ts';
import { bufferEvent } from './event-buffer.ts';
import { type Rows, type RowsFilter, withBlock } from './open-rows.ts';
import { blockEventsKey, firstOrderKey, historyKey, ordersKey, rowsKey } from './orders.queries.ts';
import { invalidate } from './invalidate.ts';
import { invalidateOverview } from './overview/overview.queries.ts';

/** A block has left one of several pages, so the next one moves up. */
const isShort = (before: Rows | undefined, { blocks }: Rows): boolean =>
  before !== undefined && before.lastPage > 0 && blocks.length < before.blocks.length;

export function patchBlock(client: QueryClient, block: OrderBlock): void {
  bufferEvent(client, block);
  client.setQueryData(firstOrderKey(block.keyUid), { ordered: true });
  for (const [queryKey, rows] of client.getQueriesData<Rows>({ queryKey: rowsKey })) {
    const filter = queryKey.at(-1) as RowsFilter;
    const next = rows && withBlock(rows, block, filter);
    if (next) client.setQueryData(queryKey, next);
    if (!next || isShort(rows, next)) invalidate(client, { queryKey, exact: true });
  }
  invalidateOverview(client);
  void client.invalidateQueries({ queryKey: blockEventsKey(block.blockId), exact: true });
  if (!block.open) invalidate(client, { queryKey: historyKey });
}

/** Announces why the row disappears; the result may follow in a later event. */
export function targetFilled(client: QueryClient, block: OrderBlock): void {
  patchBlock(client, block);
  if (block.inGroup) return;
  const { status, symbol, profitValue, counterEarning, blockId } = block;
  const decimals = counterEarning ? symbol.counterAmountDecimals : symbol.baseAmountDecimals;
  const unit = counterEarning ? symbol.counterCurrency : symbol.baseCurrency;
  const name = status === 'stop-loss-filled' ? 'Stop loss' : 'Take profit';
  const sign = profitValue?.gt(0) ? '+' : '';
  const earned = profitValue ? `: ${sign}${formatAmount(floored(profitValue, decimals), decimals)} ${unit}` : '';
  toast.info(`${name} filled on ${symbol.baseCurrency}/${symbol.counterCurrency}${earned}`, { id: `ended ${blockId}` });
}

/** Announces on every open page that a position lost or regained its protection. */
export function announceProtection(client: QueryClient, { blockId, isProtected, title, text }: ProtectionNotice): void {
  const showToast = isProtected ? toast.success : toast.error;
  showToast(`${title}. ${text}`, { id: `protection ${blockId} ${isProtected}` });
  invalidateOrders(client);
}

/** A pending request may be too early as well. */
export function invalidateOrders(client: QueryClient): void {
  bufferEvent(client, null);
  void client.invalidateQueries({ queryKey: ordersKey });
}

/** After a change of the active key, the old rows must not be shown. */
export function resetOrders(client: QueryClient): void {
  bufferEvent(client, null);
  for (const queryKey of [rowsKey, historyKey]) void client.resetQueries({ queryKey });
}
