import type { Big } from 'big.js';
import { readPositive } from '../../../lib/read-positive.ts';
import { amount, percent, type ReceiptRow } from '../create/receipt-rows.ts';

/** C-22: what a basket is worth at its stop; without a stop by its loss nothing bounds it. */
export function worstRow(
  { total, counter }: { total: Big; counter: string },
  stops: Readonly<Record<string, string>>,
): ReceiptRow {
  const loss = readPositive(stops['stop.loss'] ?? '');
  if (!loss) return { label: 'Without a stop', text: 'all of it can be lost', tone: 'loss' };
  const change = total.times(loss).div(-100);
  const worth = `${amount(total.plus(change), counter)}, ${amount(change, counter)} (${percent(loss.times(-1))})`;
  return { label: 'At its stop', text: `worth ${worth}; its loss is looked at once a minute`, tone: 'loss' };
}
