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

/** Whether an exit as large as this was not taken, since less was free than the position holds. */
export const wasShort = (
  { orders }: Pick<Position, 'orders'>,
  { leg, quantity }: Pick<OrderFact, 'leg' | 'quantity'>,
) =>
  orders.some(
    (order) =>
      order.leg === leg && order.state === 'expired' && order.exchangeOrderId === null && order.quantity.eq(quantity),
  );

/** Replaces an order of the desired size, for which too little was free. */
const isCut = (live: OrderFact, planned: PlannedOrder, position: Position): boolean =>
  live.quantity.lt(planned.quantity) && wasShort(position, { leg: live.leg, quantity: planned.quantity });

/** The exchange sizes what came with the entry by itself; and what has begun to fill is not resized. */
function isSized(live: OrderFact, planned: PlannedOrder, position: Position): boolean {
  if (live.filledQuantity.gt(0) || live.quantity.eq(planned.quantity)) return true;
  const isOfEntry = live.clientListId !== null && live.clientListId === entryOf(position)?.clientListId;
  return isOfEntry || isCut(live, planned, position);
}

export const isAt = (live: OrderFact, planned: PlannedOrder): boolean =>
  live.leg === planned.leg && live.price.eq(planned.price ?? 0) && isTriggeredAlike(live, planned);

/** A resting order that differs from the desired one is cancelled; the new one is placed once that is confirmed. */
export function holdWhole(position: Position, plan: Wanted): HoldStep {
  const targets = liveOf(position, ['take-profit', 'stop-loss']);
  const live = targets.filter(({ state }) => state !== 'pending');
  // The entry's own targets are on their way to the book: others besides them would sell the same twice.
  if (plan.orders.length > 0 && live.length < targets.length) return null;
  const isRight =
    live.length === plan.orders.length &&
    plan.orders.every((planned) => live.some((order) => isAt(order, planned) && isSized(order, planned, position)));
  if (isRight) return null;
  if (live.length > 0) {
    return plan.mayReplace ? { do: 'cancel', orders: live, because: 'targets changed' } : null;
  }
  return plan.orders.length > 0 ? { do: 'place', orders: plan.orders, asList: plan.asList } : null;
}
