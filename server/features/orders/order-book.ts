import type { AccountEvent } from '../../exchanges/exchange.ts';
import type { OpenKey } from '../keys/index.ts';
import type { OrdersNeeds } from './index.ts';
import { orderFacts } from './order-facts.ts';
import { orderLookup } from './order-lookup.ts';
import type { OrderRow } from './orders.store.ts';

export type OrderBookNeeds = Omit<OrdersNeeds, 'book'>;

const SWEEP_EVERY = 60_000;

/** Keeps our orders and the exchange's in step: from its streams, and by asking whenever something may have been missed. */
export function createOrderBook(needs: OrderBookNeeds) {
  const { log, markets, keys } = needs;
  const facts = orderFacts(needs);
  const lookup = orderLookup(needs, facts);
  const inFlight = new Set<string>();
  const watched = new Map<string, () => void>();
  let timer: NodeJS.Timeout | null = null;

  const unfinished = async (): Promise<OrderRow[]> =>
    (await facts.store.live()).filter((order) => !inFlight.has(order.clientOrderId));

  async function onAccountEvent(keyId: string, event: AccountEvent): Promise<void> {
    if (event.kind === 'gap') {
      for (const order of await unfinished())
        if (order.keyId === keyId && !(await lookup.ask(order))) lookup.start(order.clientOrderId);
    }
    if (event.kind !== 'order') return;
    await facts.apply(event.order);
    const order = event.fill && (await facts.store.byClientOrderId(event.order.clientOrderId));
    if (order && event.fill) await facts.store.addFill(order, event.fill);
  }

  function watch(userId: string, key: OpenKey): void {
    const exchange = markets.exchange(key.market);
    if (watched.has(key.keyId) || !exchange) return;
    // Events of one key are worked on one after another, in the order in which they came.
    let turn = Promise.resolve();
    const stop = exchange.watchAccount(key.credentials, (event) => {
      turn = turn
        .then(() => onAccountEvent(key.keyId, event))
        .catch((error: unknown) => log.error({ error, userId, keyId: key.keyId }, 'account event failed'));
    });
    watched.set(key.keyId, stop);
  }

  function unwatchIdle(busy: Set<string>): void {
    for (const [keyId, stop] of watched) {
      if (busy.has(keyId)) continue;
      watched.delete(keyId);
      stop();
    }
  }

  /** M-07, M-08, M-22: on start, and each minute, every order that is not finished is compared with the exchange. */
  async function sweep(): Promise<void> {
    const busy = new Set((await facts.store.live()).map(({ keyId }) => keyId));
    unwatchIdle(busy);
    for (const order of await unfinished()) {
      const key = await keys.byId(order.userId, order.keyId);
      if (key) watch(order.userId, key);
      if (!(await lookup.ask(order))) lookup.start(order.clientOrderId);
    }
  }
  const sweepSafely = () =>
    sweep().catch((error: unknown) => log.error({ error }, 'comparing orders with the exchange failed'));

  return {
    apply: facts.apply,
    settle: facts.settle,
    lookUp: lookup.start,
    watch,
    /** Marks an order whose answer this process is waiting for: nobody here concludes anything about it meanwhile. */
    begin(clientOrderId: string): () => void {
      inFlight.add(clientOrderId);
      return () => inFlight.delete(clientOrderId);
    },
    start(): void {
      timer = setInterval(() => void sweepSafely(), SWEEP_EVERY);
      void sweepSafely();
    },
    stop(): void {
      if (timer) clearInterval(timer);
      lookup.stop();
      for (const stop of watched.values()) stop();
      watched.clear();
    },
  };
}
export type OrderBook = ReturnType<typeof createOrderBook>;
