import { SECOND } from '#contracts/rules/time.ts';
import type { PlacedOrder, RunOrder } from '../../../domain/strategies/rounds/run-facts.ts';
import type { BotDeps } from '../deps.ts';
import type { RunOrders } from '../runs/run-orders.store.ts';
import type { OrderRow } from '../runs/runs.store.ts';
import { type Done, type NamedOrder, orderCalls, type Sending } from './order-calls.ts';
import { lostOrders } from './lost-orders.ts';
import { clientOrderIdOf } from '../order-id.ts';
import type { SeenLevels } from './seen-levels.ts';

/** Its stream brings the trades of an order; what it has not brought by then is asked for, ms. */
const STREAM_WITHIN = SECOND;

type SenderDeps = Pick<BotDeps, 'clock' | 'trading'> & { seen: SeenLevels };

/** Sends what a run decides, each order written down before its call. */
export function runSender({ clock, trading, seen }: SenderDeps, orders: RunOrders) {
  /** Orders whose answer this process is waiting for: nothing is concluded about them here meanwhile. */
  const inFlight = new Set<string>();
  const { rowOf, send } = orderCalls({ clock, trading }, orders);
  const lost = lostOrders({ clock, seen, rowOf }, orders);

  return {
    inFlight: (clientOrderId: string): boolean => inFlight.has(clientOrderId),
    /** C-13: the row before the call; another process that wrote it first sends it. */
    async place(of: Sending, placed: PlacedOrder): Promise<Done> {
      // M-18: nothing is written down for an order that could not be sent now.
      if (of.exchange.orderWait(of.key.credentials, { isExit: placed.leg === 'stop' }) > 0) return 'later';
      const named = (order: PlacedOrder): NamedOrder => ({
        ...order,
        clientOrderId: clientOrderIdOf(of.run.id, order),
      });
      const order = named(placed);
      const mirror = placed.mirror ? named(placed.mirror) : null;
      const all = mirror ? [order, mirror] : [order];
      for (const { clientOrderId } of all) inFlight.add(clientOrderId);
      try {
        const found = await lost.take(of, all);
        if (found !== null) return found;
        if (!(await orders.add(all.map((each) => rowOf(of, each))))) return 'later';
        await send(of, order, mirror);
        return 'done';
      } finally {
        for (const { clientOrderId } of all) inFlight.delete(clientOrderId);
      }
    },
    async cancel({ run, key, exchange }: Sending, { clientOrderId }: Pick<RunOrder, 'clientOrderId'>): Promise<Done> {
      await orders.askCancel(clientOrderId);
      const named = { symbol: run.symbol, clientOrderId };
      const answer = await exchange.cancel(key.credentials, named);
      if ('order' in answer) {
        await orders.apply(answer.order, { fills: [], now: clock() });
        return 'done';
      }
      const lookup = await exchange.find(key.credentials, named);
      if (lookup.outcome !== 'found') return 'later';
      return (await orders.apply(lookup.order, { fills: [], now: clock() })) ? 'done' : 'later';
    },
    /** Trades that the stream did not bring. */
    async readFills({ run, key, exchange }: Sending, order: OrderRow): Promise<Done> {
      const { exchangeOrderId, updatedAt } = order;
      if (exchangeOrderId === null || clock() - updatedAt < STREAM_WITHIN) return 'later';
      const answer = await exchange.fills(key.credentials, { symbol: run.symbol, exchangeOrderId });
      if (answer.outcome !== 'ok' || answer.value.length === 0) return 'later';
      await orders.addFills(order, answer.value);
      return 'done';
    },
  };
}
export type RunSender = ReturnType<typeof runSender>;
