import { Big } from 'big.js';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import type { AccountEvent, ExchangeOrder, Fill } from '../../exchange.ts';

interface Options {
  emit(event: AccountEvent): void;
  /** Ms that a fill waits for its order. */
  patience: number;
}

/** Orders kept for fills that come after them; older ones are forgotten. */
const KEPT = 500;

function keepNewest<T>(kept: Map<string, T>, id: string, value: T): void {
  kept.delete(id);
  kept.set(id, value);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
}

/** Orders and their fills come as two streams, in either order: a fill is reported with an order that counts it in. */
export function joinFills({ emit, patience }: Options) {
  const orders = new Map<string, ExchangeOrder>();
  /** What the fills of an order add up to. */
  const traded = new Map<string, Big>();
  const waiting = new Map<string, { fills: { fill: Fill; filledUpTo: Big }[]; timer: NodeJS.Timeout }>();

  /** How much of its order is filled with this fill. An order's size may be reported as 0, and says nothing then. */
  function filledWith(fill: Fill, { orderQty, leavesQty }: { orderQty: Big; leavesQty: Big }): Big {
    const sum = (traded.get(fill.exchangeOrderId) ?? ZERO).plus(fill.quantity);
    keepNewest(traded, fill.exchangeOrderId, sum);
    return max(orderQty.minus(leavesQty), sum);
  }

  /** Its order never came: the caller compares with the exchange. */
  function giveUp(orderId: string): void {
    waiting.delete(orderId);
    emit({ kind: 'gap' });
  }

  function release(order: ExchangeOrder): number {
    const held = waiting.get(order.exchangeOrderId);
    if (held === undefined) return 0;
    const ready = held.fills.filter(({ filledUpTo }) => filledUpTo.lte(order.filledQuantity));
    held.fills = held.fills.filter((one) => !ready.includes(one));
    if (held.fills.length === 0) {
      clearTimeout(held.timer);
      waiting.delete(order.exchangeOrderId);
    }
    for (const { fill } of ready) emit({ kind: 'order', order, fill });
    return ready.length;
  }

  return {
    order(order: ExchangeOrder): void {
      keepNewest(orders, order.exchangeOrderId, order);
      if (release(order) === 0) emit({ kind: 'order', order, fill: null });
    },
    fill(fill: Fill, sizes: { orderQty: Big; leavesQty: Big }): void {
      const filledUpTo = filledWith(fill, sizes);
      const order = orders.get(fill.exchangeOrderId);
      if (order !== undefined && filledUpTo.lte(order.filledQuantity)) return emit({ kind: 'order', order, fill });
      const held = waiting.get(fill.exchangeOrderId);
      if (held !== undefined) held.fills.push({ fill, filledUpTo });
      else {
        const timer = setTimeout(() => giveUp(fill.exchangeOrderId), patience);
        waiting.set(fill.exchangeOrderId, { fills: [{ fill, filledUpTo }], timer });
      }
    },
    clear(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      traded.clear();
    },
  };
}
