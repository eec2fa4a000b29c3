import type { AccountEvent } from '../../exchanges/exchange.ts';
import { accountWatch } from './account-watch.ts';
import { ordersInFlight } from './in-flight.ts';
import type { OrderNeeds } from './needs.ts';
import { orderFacts } from './order-facts.ts';
import { orderLookup } from './order-lookup.ts';
import type { OrderRow } from './orders.store.ts';

const SWEEP_EVERY = 60_000;

/** Keeps our orders and the exchange's in step: from its streams, and by asking whenever something may have been missed. */
export function createOrderBook(needs: OrderNeeds) {
  const { log, keys } = needs;
  const facts = orderFacts(needs);
  const lookup = orderLookup(needs, facts);
  const inFlight = ordersInFlight(lookup.start);
  let timer: NodeJS.Timeout | null = null;
  let sweeping: Promise<void> = Promise.resolve();
  let stopped = false;

  const unfinished = async (): Promise<OrderRow[]> =>
    (await facts.store.live()).filter((order) => !inFlight.has(order.clientOrderId));

  /** After a gap: compares the key's orders with the exchange. One still on its way is compared when its answer is in. */
  async function catchUp(keyId: string): Promise<void> {
    inFlight.missed(keyId);
    for (const order of await unfinished()) {
      if (order.keyId === keyId && !(await lookup.ask(order))) lookup.start(order.clientOrderId);
    }
  }

  async function onAccountEvent(keyId: string, event: AccountEvent): Promise<void> {
    if (event.kind === 'gap') await catchUp(keyId);
    if (event.kind !== 'order') return;
    // The answer that is on its way says the same: that it rests.
    if (event.order.state === 'open' && inFlight.has(event.order.clientOrderId)) return;
    await facts.apply(event.order);
    const order = event.fill && (await facts.store.byClientOrderId(event.order.clientOrderId));
    if (order && event.fill) await facts.store.addFill(order, event.fill);
  }

  const accounts = accountWatch(needs, onAccountEvent);

  /** M-07, M-08, M-22: on start, and each minute, every order that is not finished is compared with the exchange. */
  async function sweep(): Promise<void> {
    const open = await facts.store.live();
    const busy = new Set([...open.map(({ keyId }) => keyId), ...inFlight.keyIds()]);
    accounts.keepOnly(busy);
    for (const order of await unfinished()) {
      if (stopped) return;
      const key = await keys.byId(order.userId, order.keyId);
      if (key) accounts.add(order.userId, key);
      if (!(await lookup.ask(order))) lookup.start(order.clientOrderId);
    }
  }
  const sweepSafely = () => {
    sweeping = sweep().catch((error: unknown) => log.error({ error }, 'comparing orders with the exchange failed'));
  };

  return {
    apply: facts.apply,
    settle: facts.settle,
    lookUp: lookup.start,
    watch: accounts.add,
    begin: inFlight.begin,
    start(): void {
      timer = setInterval(() => sweepSafely(), SWEEP_EVERY);
      sweepSafely();
    },
    /** Ends when nothing of it is under way any more. */
    async stop(): Promise<void> {
      stopped = true;
      if (timer) clearInterval(timer);
      accounts.keepOnly(new Set());
      await Promise.all([sweeping, lookup.stop(), accounts.settled()]);
    },
  };
}
export type OrderBook = ReturnType<typeof createOrderBook>;
