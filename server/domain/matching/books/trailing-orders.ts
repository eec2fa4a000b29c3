import { Big } from 'big.js';
import type { Order } from '../model/order.ts';
import { followTrade, hasTurned, trailingTrigger, triggersUp } from '../model/trigger.ts';

/** Prices at which nothing happens to an order lie between these, both exclusive; null is without bound. */
function quiet(order: Order): { above: Big | null; below: Big | null } {
  const { trail } = order.details;
  if (!trail)
    return triggersUp(order) ? { above: order.stopPrice, below: null } : { above: null, below: order.stopPrice };
  const [trigger, extreme] = [trailingTrigger(order), new Big(trail.extreme)];
  return order.side === 'SELL' ? { above: extreme, below: trigger } : { above: trigger, below: extreme };
}

/** Trailing orders of one symbol; each trade is looked at by all of them, and they are few. */
export function createTrailingOrders() {
  const orders = new Set<Order>();
  return {
    add: (order: Order): void => void orders.add(order),
    remove: (order: Order): void => void orders.delete(order),
    /** The oldest that a last price of `price` triggers. */
    next: (price: Big): Order | undefined => [...orders].find((order) => hasTurned(order, price)),
    follow: (trade: { price: Big; now: number }): Order[] => [...orders].filter((order) => followTrade(order, trade)),
    bounds: (): { above: Big[]; below: Big[] } => {
      const each = [...orders].map(quiet);
      return {
        above: each.flatMap(({ above }) => above ?? []),
        below: each.flatMap(({ below }) => below ?? []),
      };
    },
  };
}
