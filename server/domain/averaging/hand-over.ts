import { entryOf, liveExits, liveOf, ofLegs } from '../position/books.ts';
import { isLive } from '../position/order-state.ts';
import type { Intent, OrderFact, Position } from '../position/position.ts';

/** What comes next for a position that is joined or split. */
export type HandOver =
  | { do: 'cancel'; orders: OrderFact[]; because: string }
  /** What it holds goes over, in one transaction with its end. */
  | { do: 'hand-over' }
  /** It stays what it was, with the targets that it had. */
  | { do: 'stay'; because: string };

const EXITS = ['take-profit', 'stop-loss', 'rest', 'close'] as const;

/** AV-1, once more: what happened since it was asked for; null where it can go over. */
function stayReason(position: Position, intent: Intent): string | null {
  if (position.released) return 'It was released.';
  if (position.interference) return 'It was changed on the exchange.';
  if (position.stopReachedAt !== null) return 'Its stop loss was reached.';
  if (intent.ending === 'close' || liveOf(position, ['close', 'rest']).length > 0) return 'It is being closed.';
  if (ofLegs(position, EXITS).some(({ filledQuantity }) => filledQuantity.gt(0))) return 'A target was filled.';
  const entry = entryOf(position);
  return !entry || isLive(entry.state) || entry.filledQuantity.eq(0) ? 'Its entry is not filled.' : null;
}

/** AV-2: its targets are taken down one order or list at a time; then what it holds goes over. Null where it does not. */
export function handOver(position: Position, intent: Intent): HandOver | null {
  if (!position.handsOver) return null;
  const because = stayReason(position, intent);
  if (because !== null) return { do: 'stay', because };
  const exits = liveExits(position);
  if (exits.length === 0) return { do: 'hand-over' };
  return { do: 'cancel', orders: exits, because: position.handsOver === 'join' ? 'joining' : 'splitting' };
}
