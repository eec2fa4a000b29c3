import type { Order } from '../model/order.ts';

/** Orders sorted by `isBefore`, the older first among equals; places are found by binary search. */
export function sortedOrders(isBefore: (one: Order, other: Order) => boolean) {
  const orders: Order[] = [];
  const placeOf = (order: Order): number => {
    let low = 0;
    let high = orders.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = orders[middle];
      if (there && comesFirst(there, order)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const comesFirst = (one: Order, other: Order): boolean =>
    isBefore(one, other) || (!isBefore(other, one) && one.orderId < other.orderId);

  return {
    all: orders as readonly Order[],
    add: (order: Order): void => void orders.splice(placeOf(order), 0, order),
    remove: (order: Order): void => {
      const place = placeOf(order);
      if (orders[place] === order) orders.splice(place, 1);
    },
    /** From the first on while `holds`. */
    while: (holds: (order: Order) => boolean): Order[] => {
      const end = orders.findIndex((order) => !holds(order));
      return orders.slice(0, end === -1 ? orders.length : end);
    },
  };
}
