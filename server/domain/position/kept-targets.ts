import type { Big } from 'big.js';
import { type Exits, exitPrice, exitsAt, type Target } from './exits.ts';
import { isTogether, ofLegs } from './books.ts';
import type { OrderFact, Position, Intent } from './position.ts';

const at = ({ leg, price, stopPrice }: OrderFact): Big => (leg === 'stop-loss' ? (stopPrice ?? price) : price);

const priceOf = (orders: readonly OrderFact[], leg: OrderFact['leg']): Big | null => {
  const order = orders.find((each) => each.leg === leg);
  return order ? at(order) : null;
};

const isDesired = (order: OrderFact, exits: Exits): boolean =>
  exitPrice(exits, order.leg as Target)?.eq(at(order)) ?? false;

/**
 * The targets that the exchange held last, where it refused those wanted since (F-16): they were taken down for the new
 * ones, and are put back. Null when nothing was refused, or what was held before protects less than what is wanted. The slices of a plan go
 * back one by one.
 */
export function keptTargets(position: Position, intent: Intent): Exits | null {
  if ((intent.plan ?? 0) > 0) return null;
  const targets = ofLegs(position, ['take-profit', 'stop-loss']);
  const refused = targets.find(
    (order) => order.state === 'rejected' && order.placedAt >= position.retriedAt && isDesired(order, intent),
  );
  const last =
    refused &&
    targets.findLast(({ cancelAsked, exchangeOrderId, placedAt }) => {
      return cancelAsked && exchangeOrderId !== null && placedAt < refused.placedAt;
    });
  if (!last) return null;
  const together = targets.filter((order) => isTogether(order, last));
  const kept = exitsAt(priceOf(together, 'take-profit'), priceOf(together, 'stop-loss'));
  const isLess = kept.takeProfits.length < intent.takeProfits.length || (intent.stop !== null && kept.stop === null);
  return isLess || together.every((order) => isDesired(order, intent)) ? null : kept;
}
