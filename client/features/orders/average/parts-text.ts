import type { OrderBlock } from '#contracts/order-block.ts';
import { formatAmount } from '../../../lib/format-amount.ts';

/** AV-6: what a block was joined or split from; null of any other. */
export function partsText({ origin, parts = [], baseRound, counterRound, symbol }: OrderBlock): string | null {
  if (parts.length === 0 || (origin !== 'joined' && origin !== 'split')) return null;
  if (origin === 'split') return 'A part of a block that was split';
  const each = parts.map(
    ({ quantity, price }) => `${formatAmount(quantity, baseRound)} at ${formatAmount(price, counterRound)}`,
  );
  return `Joined ${symbol.baseCurrency}: ${each.join(', ')}`;
}
