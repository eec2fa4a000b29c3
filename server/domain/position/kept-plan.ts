import { hasExits } from './exits.ts';
import type { Intent, OrderFact, Position } from './position.ts';

/** One that trails is placed another way first. */
const isRefused = ({ retriedAt }: Position, order: OrderFact): boolean =>
  order.state === 'rejected' && order.type !== 'market' && !order.trailingDelta && order.placedAt >= retriedAt;

/**
 * EX-14: what a plan took the place of, where the exchange refused the plan's first slice: only what was taken down for
 * that one is missing, and goes back. Null where something of the plan rests already, or nothing was there before.
 */
export function keptPlan(position: Position, intent: Intent): Partial<Intent> | null {
  const { before, plan = 0, stop } = intent;
  if (plan === 0 || !before || !hasExits(before)) return null;
  const leg = stop ? 'stop-loss' : 'take-profit';
  const own = position.orders.filter((order) => order.leg === leg && order.plan === plan);
  if (own.some(({ exchangeOrderId }) => exchangeOrderId !== null)) return null;
  return own.some((order) => isRefused(position, order)) ? { ...before, before: null } : null;
}
