import type { Big } from 'big.js';
import { ofLegs } from './books.ts';
import type { OrderFact, Position, Intent } from './position.ts';

type Targets = Pick<Intent, 'takeProfit' | 'stopLoss'>;

const at = ({ leg, price, stopPrice }: OrderFact): Big => (leg === 'stop-loss' ? (stopPrice ?? price) : price);

const priceOf = (orders: readonly OrderFact[], leg: OrderFact['leg']): Big | null => {
  const order = orders.find((each) => each.leg === leg);
  return order ? at(order) : null;
};

const isDesired = (order: OrderFact, { takeProfit, stopLoss }: Targets): boolean =>
  (order.leg === 'take-profit' ? takeProfit : stopLoss)?.eq(at(order)) ?? false;

/**
 * The targets that the exchange held last, where it refused those wished since (F-16): they were taken down for the new
 * ones, and are put back. Null when nothing was refused, or what was held before protects less than what is wished.
 */
export function keptTargets(position: Position, intent: Intent): Targets | null {
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
  const together = targets.filter(
    ({ id, clientListId }) => id === last.id || (clientListId !== null && clientListId === last.clientListId),
  );
  const kept = { takeProfit: priceOf(together, 'take-profit'), stopLoss: priceOf(together, 'stop-loss') };
  const isLess = (intent.takeProfit !== null && !kept.takeProfit) || (intent.stopLoss !== null && !kept.stopLoss);
  return isLess || together.every((order) => isDesired(order, intent)) ? null : kept;
}
