import { type Order, reaches } from './order.ts';
import type { Big } from 'big.js';

export interface Book {
  add(order: Order): void;
  remove(order: Order): void;
  /** Orders whose limit a trade at `price` reaches, best price first, then oldest first. */
  reached(price: Big): Order[];
}

/** Best price first, then the oldest. */
function isBefore(one: Order, other: Order): boolean {
  if (one.price.eq(other.price)) return one.orderId < other.orderId;
  return one.side === 'BUY' ? one.price.gt(other.price) : one.price.lt(other.price);
}

/** Resting limit orders of one symbol, kept sorted: a trade that reaches none looks at two orders only. */
export function createBook(): Book {
  const sides: Record<Order['side'], Order[]> = { BUY: [], SELL: [] };

  const placeOf = (order: Order): number => {
    const side = sides[order.side];
    let low = 0;
    let high = side.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = side[middle];
      if (there && isBefore(there, order)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add: (order) => void sides[order.side].splice(placeOf(order), 0, order),
    remove: (order) => {
      const side = sides[order.side];
      const place = placeOf(order);
      if (side[place] === order) side.splice(place, 1);
    },
    reached: (price) =>
      (['BUY', 'SELL'] as const).flatMap((name) => {
        const side = sides[name];
        const end = side.findIndex((order) => !reaches(order, price));
        return side.slice(0, end === -1 ? side.length : end);
      }),
  };
}
