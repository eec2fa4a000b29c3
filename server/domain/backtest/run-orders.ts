import type { PlacedOrder, RunOrder } from '../strategies/rounds/run-facts.ts';
import { newOrder } from './memory-orders.ts';

interface KnownOrder {
  order: RunOrder;
  /** The matching's; 0 before it has given one. */
  exchangeId: number;
}

/** The orders of a run in memory, by level and by client order id. */
export class RunOrders {
  readonly #byLevel = new Map<number, RunOrder[]>();
  readonly #byClientId = new Map<string, KnownOrder>();
  #placed = 0;

  all(): RunOrder[] {
    return [...this.#byLevel.values()].flat();
  }

  ofLevel(level: number): RunOrder[] {
    return this.#byLevel.get(level) ?? [];
  }

  find(clientOrderId: string): KnownOrder | undefined {
    return this.#byClientId.get(clientOrderId);
  }

  /** As it stands before it is sent. */
  add(placed: PlacedOrder, now: number): RunOrder {
    this.#placed += 1;
    const order = newOrder(placed, { clientOrderId: `TD${this.#placed}`, now });
    this.#byLevel.set(placed.level, [...this.ofLevel(placed.level), order]);
    this.#byClientId.set(order.clientOrderId, { order, exchangeId: 0 });
    return order;
  }

  /** Of a level only these are left: the others are counted elsewhere by now. */
  fold(level: number, { orders, gone }: { orders: RunOrder[]; gone: readonly RunOrder[] }): void {
    this.#forget(gone);
    this.#byLevel.set(level, orders);
  }

  /** Of a level that has given its place to another. */
  drop(level: number): void {
    this.#forget(this.ofLevel(level));
    this.#byLevel.delete(level);
  }

  #forget(gone: readonly RunOrder[]): void {
    for (const { clientOrderId } of gone) this.#byClientId.delete(clientOrderId);
  }
}
