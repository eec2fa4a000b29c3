import { retryAt } from '../position/attempts.ts';
import { entryOf, liveOf } from '../position/books.ts';
import { isLive } from '../position/order-state.ts';
import type { MarketContext, Position } from '../position/position.ts';
import { TARGETS } from './exit-terms.ts';
import { REPLACE_EVERY_MS, sentAgainAt, wasNotTaken } from './resting-exits.ts';

const SALES = [...TARGETS, 'rest', 'close'] as const;

/** When targets may be replaced because the entry has grown. */
const replacedAt = (position: Position): number[] => {
  const entry = entryOf(position);
  return entry && isLive(entry.state)
    ? liveOf(position, TARGETS).map(({ placedAt }) => placedAt + REPLACE_EVERY_MS)
    : [];
};

/**
 * The next moment at which time alone can change what is to be done about the exits, UTC epoch ms: a pause after a
 * failure ends. Null where none is to come.
 */
export function nextLookAt(position: Position, { now }: MarketContext): number | null {
  const refused = position.orders.filter(wasNotTaken).map((order) => sentAgainAt(position, order));
  const times = [...SALES.map((leg) => retryAt(position, leg)), ...refused, ...replacedAt(position)];
  const next = Math.min(...times.filter((time) => time > now));
  return Number.isFinite(next) ? next : null;
}
