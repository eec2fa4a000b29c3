import { hasExits, NO_EXITS } from './exits.ts';
import type { Intent, OrderFact, Position } from './position.ts';

/** One that trails is placed another way first. */
const isRefused = ({ retriedAt }: Position, order: OrderFact): boolean =>
  order.state === 'rejected' && order.type !== 'market' && !order.trailingDelta && order.placedAt >= retriedAt;

const ownOf = ({ orders }: Position, { plan, stop }: Intent): OrderFact[] =>
  orders.filter((order) => order.leg === (stop ? 'stop-loss' : 'take-profit') && order.plan === plan);

/** EX-14: whether a refusal of the next slice would put back what the plan took the place of: there is some, and nothing of the plan rests. */
export const canGoBack = (position: Position, intent: Intent): boolean =>
  (intent.plan ?? 0) > 0 &&
  hasExits(intent.before ?? NO_EXITS) &&
  ownOf(position, intent).every(({ exchangeOrderId }) => exchangeOrderId === null);

/**
 * EX-14: what a plan took the place of, where the exchange refused the plan's first slice: only what was taken down for
 * that one is missing, and goes back. Null where something of the plan rests already, or nothing was there before.
 */
export function keptPlan(position: Position, intent: Intent): Partial<Intent> | null {
  const { before } = intent;
  if (!before || !canGoBack(position, intent)) return null;
  return ownOf(position, intent).some((order) => isRefused(position, order)) ? { ...before, before: null } : null;
}
