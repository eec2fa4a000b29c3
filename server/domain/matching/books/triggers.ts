import type { Big } from 'big.js';
import { type Order, isTriggered, triggersUp } from '../model/order.ts';
import { sortedOrders } from './sorted-orders.ts';

export type Triggers = ReturnType<typeof createTriggers>;

/** Orders of one symbol that wait for a last price, the nearest trigger first. */
export function createTriggers() {
  const up = sortedOrders((one, other) => one.stopPrice.lt(other.stopPrice));
  const down = sortedOrders((one, other) => one.stopPrice.gt(other.stopPrice));
  const sideOf = (order: Order) => (triggersUp(order) ? up : down);
  return {
    add: (order: Order) => sideOf(order).add(order),
    remove: (order: Order) => sideOf(order).remove(order),
    /** One that a last price of `price` sets off. */
    next: (price: Big): Order | undefined => {
      const [above, below] = [up.all[0], down.all[0]];
      if (above && isTriggered(above, price)) return above;
      return below && isTriggered(below, price) ? below : undefined;
    },
    nearestUp: (): Big | null => up.all[0]?.stopPrice ?? null,
    nearestDown: (): Big | null => down.all[0]?.stopPrice ?? null,
  };
}
