import type { Market } from '#contracts/symbol.ts';
import type { AccountEvent, ExchangeOrder } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { OrderNeeds } from '../needs.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { accountWatch } from './account-watch.ts';
import { type Surroundings, surroundings } from './around.ts';
import { BlockWorker } from './block-worker.ts';
import { ordersInFlight } from './in-flight.ts';
import { type OrderFacts, orderFacts } from './order-facts.ts';
import { type OrderLookup, orderLookup } from './order-lookup.ts';
import type { PositionParts } from './position-worker.ts';
import { StepTaker } from './take-step.ts';

const SWEEP_EVERY = 60_000;
/** How soon work that is due is seen, when nothing else brought it up. */
const LOOK_EVERY = 500;

/** Keeps our blocks and the exchange's orders in step: from its streams, and by asking whenever something may have been missed. */
export class Engine {
  readonly facts: OrderFacts;
  readonly steps: StepTaker;
  readonly around: Surroundings;
  /** Tells the person's pages how a position stands. */
  readonly tell: PositionParts['tell'];
  readonly #needs: OrderNeeds;
  readonly #lookup: OrderLookup;
  readonly #inFlight: ReturnType<typeof ordersInFlight>;
  readonly #worker: BlockWorker;
  readonly #accounts: ReturnType<typeof accountWatch>;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #tracked = new Set<Promise<void>>();
  #sweeping: Promise<void> = Promise.resolve();
  #stopped = false;
  #reconciled = false;

  constructor(needs: OrderNeeds, telling: (feeOf: Surroundings['feeOf']) => PositionParts['tell']) {
    this.#needs = needs;
    this.facts = orderFacts(needs, (ref, positionId) => this.poke(ref, positionId));
    this.#lookup = orderLookup(needs, this.facts);
    this.#inFlight = ordersInFlight(this.#lookup.start);
    this.around = surroundings(needs);
    const parts = { ...needs, facts: this.facts, inFlight: this.#inFlight, lookUp: this.#lookup.start };
    this.steps = new StepTaker(parts);
    this.tell = telling(this.around.feeOf);
    const { facts, steps, around, tell } = this;
    this.#worker = new BlockWorker({
      ...needs,
      facts,
      steps,
      around,
      lookup: this.#lookup,
      tell,
    });
    this.#accounts = accountWatch(needs, (keyId, event) => this.#onAccountEvent(keyId, event));
  }

  /** Who this process is in leases. */
  get owner(): string {
    return this.#worker.owner;
  }

  /** Whether every open block has been compared with the exchange since the start. */
  isReconciled(): boolean {
    return this.#reconciled;
  }

  poke(ref: BlockRef, positionId?: string): void {
    this.#worker.poke(ref, positionId);
  }

  /** Of a block that nobody can know yet: see BlockWorker. */
  hold(ref: BlockRef): () => void {
    return this.#worker.hold(ref);
  }

  settled(ref: BlockRef): Promise<void> {
    return this.#worker.settled(ref);
  }

  watch(userId: string, key: OpenKey): void {
    this.#accounts.add(userId, key);
  }

  /** Their account is gone. */
  forget(userId: string): void {
    this.#accounts.drop(userId);
  }

  /** Work of its own that stop() waits for. */
  track(work: Promise<void>): void {
    const ended: Promise<void> = work.finally(() => this.#tracked.delete(ended));
    this.#tracked.add(ended);
  }

  /** Resolves when every open block has been compared with the exchange once. */
  async start(): Promise<void> {
    await this.#sweepSafely();
    this.#reconciled = true;
    if (this.#stopped) return;
    this.#timers.push(
      setInterval(() => void this.#sweepSafely(), SWEEP_EVERY),
      setInterval(() => void this.#safely(this.#lookForDue(), 'looking for work failed'), LOOK_EVERY),
    );
  }

  /** Ends when nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#accounts.keepOnly(new Set());
    await Promise.all([
      this.#sweeping,
      this.#lookup.stop(),
      this.#accounts.settled(),
      this.#worker.stop(),
      ...this.#tracked,
    ]);
  }

  #safely(work: Promise<void>, what: string): Promise<void> {
    return work.catch((error: unknown) => this.#needs.log.error({ error }, what));
  }

  #sweepSafely(): Promise<void> {
    this.#sweeping = this.#safely(this.#sweep(), 'comparing orders with the exchange failed');
    return this.#sweeping;
  }

  async #lookForDue(): Promise<void> {
    for (const ref of await this.facts.store.due(this.#needs.clock())) this.poke(ref);
  }

  /** M-07, M-08, M-22: on start, and each minute, everything that is not finished is compared with the exchange. */
  async #sweep(): Promise<void> {
    const live = await this.facts.store.live();
    this.#accounts.keepOnly(new Set([...live.map(({ keyId }) => keyId), ...this.#inFlight.keyIds()]));
    for (const orders of Map.groupBy(this.#atRest(live), (order) => order.keyId).values()) {
      if (this.#stopped) return;
      await this.#compareKey(orders);
    }
    for (const ref of await this.facts.store.open()) this.poke(ref);
  }

  #atRest(orders: readonly OrderRow[]): OrderRow[] {
    return orders.filter(({ clientOrderId, state }) => state !== 'planned' && !this.#inFlight.has(clientOrderId));
  }

  /** What one key has open, asked for once a pair; an order that is not among it is asked for by its id. */
  async #compareKey(orders: readonly OrderRow[]): Promise<void> {
    const { keys, markets } = this.#needs;
    const [first] = orders;
    const key = first && (await keys.byId(first.userId, first.keyId));
    if (!first || !key || !markets.isOn(first.market as Market)) return;
    this.#accounts.add(first.userId, key);
    const exchange = markets.exchange(first.market as Market);
    for (const [symbol, ofPair] of Map.groupBy(orders, (order) => order.symbol)) {
      const open = await exchange.openOrders(key.credentials, symbol);
      const known = open.outcome === 'ok' ? open.value : [];
      await this.#compareOrders(ofPair, new Map(known.map((order) => [order.clientOrderId, order])));
    }
  }

  async #compareOrders(orders: readonly OrderRow[], known: ReadonlyMap<string, ExchangeOrder>): Promise<void> {
    for (const order of orders) {
      if (this.#stopped) return;
      const fact = known.get(order.clientOrderId);
      if (fact) await this.facts.apply(fact);
      else if (!(await this.#lookup.ask(order))) this.#lookup.start(order.clientOrderId);
    }
  }

  async #onAccountEvent(keyId: string, event: AccountEvent): Promise<void> {
    if (event.kind === 'gap') {
      this.#inFlight.missed(keyId);
      await this.#compareKey(this.#atRest(await this.facts.store.liveOfKey(keyId)));
    }
    if (event.kind !== 'order') return;
    const { clientOrderId, state } = event.order;
    // The answer that is on its way says the same: that it rests.
    if ((state === 'open' || state === 'pending') && this.#inFlight.has(clientOrderId)) return;
    // The trade first: whoever hears of the order's state finds it.
    const order = event.fill && (await this.facts.store.byClientOrderId(clientOrderId));
    if (order && event.fill) await this.facts.addFill(order, event.fill);
    await this.facts.apply(event.order);
  }
}
