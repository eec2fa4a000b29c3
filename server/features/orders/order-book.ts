import type { AccountEvent } from '../../exchanges/exchange.ts';
import { accountWatch } from './account-watch.ts';
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
  /** By client order id: orders whose answer this process is waiting for. */
  const inFlight = new Map<string, { keyId: string; missed: boolean }>();
  let timer: NodeJS.Timeout | null = null;

  const unfinished = async (): Promise<OrderRow[]> =>
    (await facts.store.live()).filter((order) => !inFlight.has(order.clientOrderId));

  /** After a gap: compares the key's orders with the exchange. One still on its way is compared when its answer is in. */
  async function catchUp(keyId: string): Promise<void> {
    for (const sent of inFlight.values()) if (sent.keyId === keyId) sent.missed = true;
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
    const busy = new Set([...open.map(({ keyId }) => keyId), ...[...inFlight.values()].map(({ keyId }) => keyId)]);
    accounts.keepOnly(busy);
    for (const order of await unfinished()) {
      const key = await keys.byId(order.userId, order.keyId);
      if (key) accounts.add(order.userId, key);
      if (!(await lookup.ask(order))) lookup.start(order.clientOrderId);
    }
  }
  const sweepSafely = () =>
    sweep().catch((error: unknown) => log.error({ error }, 'comparing orders with the exchange failed'));

  return {
    apply: facts.apply,
    settle: facts.settle,
    lookUp: lookup.start,
    watch: accounts.add,
    /** Marks an order as on its way: nobody here concludes anything about it until the returned function is called. */
    begin(clientOrderId: string, keyId: string): () => void {
      const sent = { keyId, missed: false };
      inFlight.set(clientOrderId, sent);
      return () => {
        inFlight.delete(clientOrderId);
        if (sent.missed) lookup.start(clientOrderId);
      };
    },
    start(): void {
      timer = setInterval(() => void sweepSafely(), SWEEP_EVERY);
      void sweepSafely();
    },
    stop(): void {
      if (timer) clearInterval(timer);
      lookup.stop();
      accounts.keepOnly(new Set());
    },
  };
}
export type OrderBook = ReturnType<typeof createOrderBook>;
