import type { Big } from 'big.js';
import { type Order, type OrderSide, reaches, remaining } from '../model/order.ts';
import { sortedOrders } from './sorted-orders.ts';

export type RestingOrders = ReturnType<typeof createRestingOrders>;

const OPPOSITE = { BUY: 'SELL', SELL: 'BUY' } as const;

/** Resting limit orders of one symbol, best price first, then oldest: a trade that reaches none looks at two orders only. */
export function createRestingOrders() {
  const sides = {
    BUY: sortedOrders((one, other) => one.price.gt(other.price)),
    SELL: sortedOrders((one, other) => one.price.lt(other.price)),
  };
  return {
    add: (order: Order) => sides[order.side].add(order),
    remove: (order: Order) => sides[order.side].remove(order),
    /** Orders whose limit a trade at `price` reaches. */
    reached: (price: Big): Order[] =>
      (['BUY', 'SELL'] as const).flatMap((side) => sides[side].while((order) => reaches(order, price))),
    /** What an arriving order of `side` meets, as it stands now. */
    opposing: (side: OrderSide): Order[] => [...sides[OPPOSITE[side]].all],
    best: (side: OrderSide): Order | undefined => sides[side].all[0],
    /** What rests on one side, summed by price, best first: the first `most` levels. */
    levels: (side: OrderSide, most: number): { price: Big; qty: Big }[] => {
      const levels: { price: Big; qty: Big }[] = [];
      for (const order of sides[side].all) {
        const last = levels.at(-1);
        if (last?.price.eq(order.price)) last.qty = last.qty.plus(remaining(order));
        else if (levels.length < most) levels.push({ price: order.price, qty: remaining(order) });
        else break;
      }
      return levels;
    },
  };
}
