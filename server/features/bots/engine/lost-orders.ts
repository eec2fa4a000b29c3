import { isLive } from '../../../domain/position/order-state.ts';
import type { BotDeps } from '../deps.ts';
import type { RunOrders } from '../runs/run-orders.store.ts';
import type { Done, NamedOrder, OrderCalls, Sending } from './order-calls.ts';
import type { SeenLevels } from './seen-levels.ts';

type LostDeps = Pick<BotDeps, 'clock'> & Pick<OrderCalls, 'rowOf'> & { seen: SeenLevels };

/** M-02: orders that the exchange has and the database has lost, as after a restore. */
export function lostOrders({ clock, rowOf, seen }: LostDeps, orders: RunOrders) {
  /** Written down as the exchange has it. */
  async function take(of: Sending, order: NamedOrder): Promise<'taken' | 'absent' | 'unknown'> {
    const { run, key, exchange } = of;
    const { clientOrderId, level } = order;
    const lookup = await exchange.find(key.credentials, { symbol: run.symbol, clientOrderId });
    if (lookup.outcome === 'absent') return 'absent';
    if (lookup.outcome !== 'found') return 'unknown';
    const { quantity, state } = lookup.order;
    const price = lookup.order.price.gt(0) ? lookup.order.price : order.price;
    await orders.add([rowOf(of, { ...order, quantity, price })]);
    await orders.apply(lookup.order, { fills: [], now: clock() });
    if (isLive(state)) seen.add(run.id, level);
    return 'taken';
  }

  return {
    /** Before an order is sent, with the one that follows it: null where the exchange has none of them. */
    async take(of: Sending, [order, mirror]: readonly NamedOrder[]): Promise<Done | null> {
      if (!order || seen.has(of.run, order.level)) return null;
      const found = await take(of, order);
      if (found === 'absent') {
        seen.add(of.run.id, order.level);
        return null;
      }
      if (found === 'taken' && mirror) await take(of, mirror);
      return found === 'taken' ? 'done' : 'later';
    },
  };
}
