import { entryOf } from '../../../domain/position/books.ts';
import type { BlockRow } from '../store/block-view.store.ts';
import type { Position } from '../../../domain/position/position.ts';

/** Why an entry ended that was not filled, without its owner asking for it here; null where nothing of the kind happened. */
export function endedOutside(position: Position, origin: BlockRow['origin']): string | null {
  const entry = entryOf(position);
  if (!entry || entry.cancelAsked || entry.exchangeOrderId === null || entry.filledQuantity.gt(0)) return null;
  if (entry.state === 'cancelled')
    return 'Its entry was canceled on the exchange directly, before anything of it was filled.';
  // What repeats a deal of the exchange is sent to be filled at once or never.
  if (entry.state !== 'expired' || origin === 'outside') return null;
  const why = entry.expiryReason === null ? '' : ` (${entry.expiryReason})`;
  return `The exchange ended its entry before anything of it was filled${why}.`;
}
