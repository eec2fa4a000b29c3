import { liveOf } from './position/books.ts';
import type { Intent, MarketContext, OrderFact, Position } from './position/position.ts';

/** Why an entry is canceled whose time is over. */
export const EXPIRED = 'expired';

/** EX-10: when an entry is canceled, UTC epoch ms: at its own time, or when what it buys would be sold at once; null for never. */
export function entryEndsAt({ expiresAt = null, timing }: Pick<Intent, 'expiresAt' | 'timing'>): number | null {
  const exit = timing?.exit;
  const times = [expiresAt, exit && 'at' in exit ? exit.at : null].filter((time) => time !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

export function isEntryOver(intent: Pick<Intent, 'expiresAt' | 'timing'>, now: number): boolean {
  const endsAt = entryEndsAt(intent);
  return endsAt !== null && now >= endsAt;
}

/** EX-10: what is left of an entry is canceled at its time; what has filled of it stays. */
export function expireEntry(of: {
  position: Position;
  intent: Intent;
  marketContext: MarketContext;
}): { do: 'cancel'; orders: OrderFact[]; because: string } | undefined {
  const { position, intent, marketContext } = of;
  if (intent.ending !== 'none' || !isEntryOver(intent, marketContext.now)) return undefined;
  const orders = liveOf(position, ['entry']);
  return orders.length > 0 ? { do: 'cancel', orders, because: EXPIRED } : undefined;
}
