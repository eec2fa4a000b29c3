import { isEntryOver } from '../../../domain/entry-expiry.ts';
import { entryOf } from '../../../domain/position/books.ts';
import type { Position } from '../../../domain/position/position.ts';
import type { BlockView } from '../store/block-view.store.ts';

const EXPIRED = 'Its time was over before anything of it was filled: it was canceled.';

/** Why an entry ended that was not filled, without its owner asking for it here; null where nothing of the kind happened. */
export function endedWithoutAsking(
  position: Position,
  { block: { origin }, intent }: Pick<BlockView, 'block' | 'intent'>,
  now: number,
): string | null {
  const entry = entryOf(position);
  if (!entry || entry.exchangeOrderId === null || entry.filledQuantity.gt(0)) return null;
  if (entry.cancelAsked) return intent.ending === 'none' && isEntryOver(intent, now) ? EXPIRED : null;
  if (entry.state === 'cancelled')
    return 'Its entry was canceled on the exchange directly, before anything of it was filled.';
  // What repeats a deal of the exchange is sent to be filled at once or never.
  if (entry.state !== 'expired' || origin === 'outside') return null;
  const why = entry.expiryReason === null ? '' : ` (${entry.expiryReason})`;
  return `The exchange ended its entry before anything of it was filled${why}.`;
}
