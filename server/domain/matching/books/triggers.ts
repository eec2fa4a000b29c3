import type { Big } from 'big.js';
import { max, min } from '#contracts/rules/decimal.ts';
import type { Order } from '../model/order.ts';
import { isTrailing, isTriggered, triggersUp } from '../model/trigger.ts';
import { sortedOrders } from './sorted-orders.ts';
import { createTrailingOrders } from './trailing-orders.ts';

export type Triggers = ReturnType<typeof createTriggers>;

const nearest = (choose: typeof min, prices: readonly Big[]): Big | null => {
  const [first, ...others] = prices;
  return first ? choose(first, ...others) : null;
};

const stopPrices = (order: Order | undefined): Big[] => (order ? [order.stopPrice] : []);

/** Orders of one symbol that wait for a last price, the nearest trigger first. */
export function createTriggers() {
  const up = sortedOrders((one, other) => one.stopPrice.lt(other.stopPrice));
  const down = sortedOrders((one, other) => one.stopPrice.gt(other.stopPrice));
  const trailing = createTrailingOrders();
  const placeOf = (order: Order) => {
    if (isTrailing(order)) return trailing;
    return triggersUp(order) ? up : down;
  };
  return {
    add: (order: Order) => placeOf(order).add(order),
    remove: (order: Order) => placeOf(order).remove(order),
    /** One that a last price of `price` sets off. */
    next: (price: Big): Order | undefined => {
      const [above, below] = [up.all[0], down.all[0]];
      if (above && isTriggered(above, price)) return above;
      return below && isTriggered(below, price) ? below : trailing.next(price);
    },
    /** Trailing orders follow a trade; answers those that it changed. */
    follow: trailing.follow,
    nearestUp: (): Big | null => nearest(min, [...stopPrices(up.all[0]), ...trailing.bounds().above]),
    nearestDown: (): Big | null => nearest(max, [...stopPrices(down.all[0]), ...trailing.bounds().below]),
  };
}
