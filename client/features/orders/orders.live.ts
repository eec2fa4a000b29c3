import type { QueryClient } from '@tanstack/react-query';
import type { ProtectionNotice } from '#contracts/live.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { floored } from '#contracts/rules/open-result.ts';
import { formatAmount } from '../../lib/format-amount.ts';
import { toast } from '../../ui/toast.ts';
import { hear } from './heard.ts';
import { type Rows, type RowsFilter, withBlock } from './open-rows.ts';
import { blockEventsKey, firstOrderKey, historyKey, ordersKey, rowsKey } from './orders.queries.ts';
import { invalidate } from './invalidate.ts';

/** A block has left one of several pages: the next one moves up. */
const isShort = (before: Rows | undefined, { blocks }: Rows): boolean =>
  before !== undefined && before.lastPage > 0 && blocks.length < before.blocks.length;

export function patchBlock(client: QueryClient, block: OrderBlock): void {
  hear(client, block);
  client.setQueryData(firstOrderKey(block.keyUid), { ordered: true });
  for (const [queryKey, rows] of client.getQueriesData<Rows>({ queryKey: rowsKey })) {
    const filter = queryKey.at(-1) as RowsFilter;
    const next = rows && withBlock(rows, block, filter);
    if (next) client.setQueryData(queryKey, next);
    if (!next || isShort(rows, next)) invalidate(client, { queryKey, exact: true });
  }
  void client.invalidateQueries({ queryKey: blockEventsKey(block.blockId), exact: true });
  if (!block.open) invalidate(client, { queryKey: historyKey });
}

/** The row leaves: its reader is told why. What the block earned may come with a later message. */
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

/** A position that is not protected as set, or is again: on every open page, whatever it shows. */
export function sayProtection(client: QueryClient, { blockId, isProtected, title, text }: ProtectionNotice): void {
  const say = isProtected ? toast.success : toast.error;
  say(`${title}. ${text}`, { id: `protection ${blockId} ${isProtected}` });
  readOrdersAgain(client);
}

/** A reading that is under way may be too early as well. */
export function readOrdersAgain(client: QueryClient): void {
  hear(client, null);
  void client.invalidateQueries({ queryKey: ordersKey });
}

/** Of another key: nothing of it is shown until it is read anew. */
export function forgetOrders(client: QueryClient): void {
  hear(client, null);
  for (const queryKey of [rowsKey, historyKey]) void client.resetQueries({ queryKey });
}
