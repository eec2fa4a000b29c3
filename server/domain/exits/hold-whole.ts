import { entryOf, liveOf } from '../position/books.ts';
import type { OrderFact, Position } from '../position/position.ts';
import { isTriggeredAlike, type PlannedOrder } from './exit-terms.ts';

interface Wanted {
  orders: PlannedOrder[];
  asList: boolean;
  mayReplace: boolean;
}
type HoldStep =
  | { do: 'cancel'; orders: OrderFact[]; because: string }
  | { do: 'place'; orders: PlannedOrder[]; asList: boolean }
  | null;

/** The exchange sizes what came with the entry by itself; and what has begun to fill is not resized. */
const isSized = (live: OrderFact, planned: PlannedOrder, entry: OrderFact | undefined): boolean =>
  live.filledQuantity.gt(0) ||
  live.quantity.eq(planned.quantity) ||
  (live.clientListId !== null && live.clientListId === entry?.clientListId);

export const isAt = (live: OrderFact, planned: PlannedOrder): boolean =>
  live.leg === planned.leg && live.price.eq(planned.price ?? 0) && isTriggeredAlike(live, planned);

/** What rests must be what is wished: else it is cancelled, confirmed, and only then placed anew. */
export function holdWhole(position: Position, plan: Wanted): HoldStep {
  const targets = liveOf(position, ['take-profit', 'stop-loss']);
  const live = targets.filter(({ state }) => state !== 'pending');
  // The entry's own targets are on their way to the book: others besides them would sell the same twice.
  if (plan.orders.length > 0 && live.length < targets.length) return null;
  const isRight =
    live.length === plan.orders.length &&
    plan.orders.every((planned) =>
      live.some((order) => isAt(order, planned) && isSized(order, planned, entryOf(position))),
    );
  if (isRight) return null;
  if (live.length > 0) {
    return plan.mayReplace ? { do: 'cancel', orders: live, because: 'targets changed' } : null;
  }
  return plan.orders.length > 0 ? { do: 'place', orders: plan.orders, asList: plan.asList } : null;
}
