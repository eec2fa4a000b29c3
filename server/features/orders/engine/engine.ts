import { setTimeout as sleep } from 'node:timers/promises';
import { watermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { AccountEvent } from '../../../exchanges/exchange.ts';
import { UnderWay } from '../../../lib/under-way.ts';
import type { OpenKey } from '../../keys/index.ts';
import { type IsOwn, ownsAll } from '../../../runtime/leases/partition.ts';
import type { EngineContext, OrderContext, OrderEngine, WrittenBlock } from '../orders.ts';
import { BLOCK_IDLE, BLOCK_SCHEDULED, type Scheduled } from '../remote-engine.ts';
import { forgetRequests } from '../store/requests.store.ts';
import { ExternalChanges } from '../external/external-changes.ts';
import { FoundOrders } from '../external/found/found-orders.ts';
import { OutsideDeals } from '../external/external-deals.ts';
import { isOurs } from '../store/external-name.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { accountWatch } from '../../keys/index.ts';
import { BlockWorker } from './block-worker.ts';
import { newOrders } from './new-orders.ts';
import { ordersInFlight } from '../sending/in-flight.ts';
import { type OrderFacts, orderFacts } from '../sending/order-facts.ts';
import { OrderComparison } from './order-comparison.ts';
import { type OrderLookup, orderLookup } from '../sending/order-lookup.ts';
import { OutsideKeys } from './outside-keys.ts';
import { comparedKeysStore } from '../store/compared-keys.store.ts';
import { storedWatches } from '../store/stored-watches.store.ts';
import { watchOf } from './watched-levels.ts';
import { PriceWatch } from '../../../runtime/price-triggers/price-watch.ts';
import { OrderSender } from '../sending/order-sender.ts';
import { StepTaker } from '../sending/take-step.ts';

const SWEEP_EVERY = MINUTE;
const FORGET_EVERY = HOUR;
/** How soon work that is due is seen, when nothing else brought it up. */
const LOOK_EVERY = 500;
/** How soon an exchange that could not be asked is asked again. */
const COMPARE_AGAIN = 1000;
const COMPARING_FAILED = 'comparing orders with the exchange failed';
const LOOKING_AT_HELD_FAILED = 'looking at blocks that another process holds failed';

/** Keeps our blocks and the exchange's orders in step: from its streams, and by asking whenever something may have been missed. */
export class Engine implements OrderEngine {
  readonly facts: OrderFacts;
  readonly #deps: OrderContext & Pick<EngineContext, 'bus' | 'partition'>;
  readonly #sendNew: ReturnType<typeof newOrders>;
  readonly #lookup: OrderLookup;
  readonly #inFlight: ReturnType<typeof ordersInFlight>;
  readonly #comparison: OrderComparison;
  readonly #worker: BlockWorker;
  readonly #accounts: ReturnType<typeof accountWatch>;
  readonly #outside: OutsideDeals;
  readonly #outsideKeys: OutsideKeys;
  readonly #external: ExternalChanges;
  readonly #found: FoundOrders;
  readonly #prices: PriceWatch<BlockRef>;
  readonly #stops: (() => void)[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #underWay = new UnderWay();
  #sweeping: Promise<void> = Promise.resolve();
  #rebalancing: Promise<void> = Promise.resolve();
  #isOwn: IsOwn = ownsAll;
  #takenOn: Promise<void> | null = null;
  readonly #stopping = new AbortController();

  /** `publish` shows the person's open pages how a position is now. */
  constructor(deps: OrderContext & Pick<EngineContext, 'bus' | 'partition'>, publish: EngineContext['publish']) {
    this.#deps = deps;
    this.facts = orderFacts(deps, (ref, positionId) => this.schedule(ref, positionId));
    this.#lookup = orderLookup(deps, this.facts);
    this.#inFlight = ordersInFlight(this.#lookup.start);
    const watch = (userId: string, key: OpenKey) => this.watch(userId, key);
    const admits = (keyId: string, ref: BlockRef) => this.#comparison.admits(keyId, ref);
    const lookUp = this.#lookup.start;
    const schedule = (ref: BlockRef, positionId?: string) => this.schedule(ref, positionId);
    const isOwn = (userId: string) => this.#isOwn(userId);
    this.#external = new ExternalChanges({ ...deps, facts: this.facts, watch, schedule, isOwn });
    this.#found = new FoundOrders({ ...deps, facts: this.facts, watch, schedule, isOwn });
    const { facts } = this;
    const shared = { ...deps, facts, inFlight: this.#inFlight, lookUp, watch, admits };
    const sender = new OrderSender(shared);
    const steps = new StepTaker({ ...shared, sender });
    this.#prices = new PriceWatch({ ...deps, watermarks: watermarksStore(deps.db, 'positions'), schedule });
    const onIdle = ({ blockId }: BlockRef) => deps.bus.publish(BLOCK_IDLE, blockId);
    const working = { ...deps, facts, steps, lookup: this.#lookup, prices: this.#prices, publish, schedule };
    this.#worker = new BlockWorker(working, onIdle);
    this.#sendNew = newOrders({ ...deps, facts, sender, watch, schedule, publish, underWay: this.#underWay });
    this.#accounts = accountWatch(deps, (...args) => this.#onAccountEvent(...args));
    this.#outside = new OutsideDeals({
      ...shared,
      publish,
      owner: this.#worker.owner,
      schedule,
      idle: (ref) => this.idle(ref),
      readFills: this.#lookup.readFills,
    });
    const { signal } = this.#stopping;
    this.#outsideKeys = new OutsideKeys({ ...deps, deals: this.#outside, accounts: this.#accounts, isOwn, signal });
    const comparedKeys = comparedKeysStore(deps.db);
    this.#comparison = new OrderComparison({ ...shared, schedule, isOwn, comparedKeys, lookup: this.#lookup });
  }

  leaseOwner(userId: string): string | null {
    return this.#isOwn(userId) ? this.#worker.owner : null;
  }

  /** Whether every open block has been compared with the exchange since the start. */
  isReconciled(): boolean {
    return this.#comparison.isWhole;
  }

  /** M-07: whether what this key had at the start has been compared with the exchange, so that it may take orders. */
  mayOrder(keyId: string): boolean {
    return this.#comparison.isDone(keyId);
  }

  /** A block of another engine is announced to it. */
  schedule(ref: BlockRef, positionId?: string): void {
    if (this.#isOwn(ref.userId)) this.#worker.schedule(ref, positionId);
    else this.#deps.bus.publish(BLOCK_SCHEDULED, { ...ref, positionId } satisfies Scheduled);
  }

  async sendBlock<T>(
    { ref, view, mainKey }: WrittenBlock,
    answer: (taken: readonly OrderRow[]) => Promise<T>,
  ): Promise<T> {
    const resume = this.#worker.suspend(ref);
    try {
      const { outcome, taken } = await this.#sendNew(view, mainKey);
      if (outcome !== 'refused') return await answer(taken);
    } finally {
      resume();
    }
    await this.idle(ref);
    return answer([]);
  }

  idle(ref: BlockRef, ms?: number): Promise<void> {
    return this.#worker.idle(ref, ms);
  }

  watch(userId: string, key: OpenKey): void {
    if (this.#isOwn(userId)) this.#accounts.add(userId, key);
  }

  /** Their account is gone. */
  forget(userId: string): void {
    this.#accounts.dropPeople((owner) => owner === userId);
  }

  /** Resolves when no row calls anything protected that this process has not compared with the exchange yet. */
  takeOn(): Promise<void> {
    this.#takenOn ??= this.#takeOn();
    return this.#takenOn;
  }

  /** Resolves when every open block has been compared with the exchange once. */
  async start(): Promise<void> {
    this.#deps.keys.onRepeatOutside((key) => this.#outsideKeys.changed(key));
    await this.takeOn();
    await this.#untilDone(async () => this.#prices.start(await this.#ownWatches()));
    if (this.#stopping.signal.aborted) return;
    this.#stops.push(
      this.#deps.bus.subscribe(BLOCK_SCHEDULED, (body) => {
        const { positionId, ...ref } = body as Scheduled;
        if (this.#isOwn(ref.userId)) this.#worker.schedule(ref, positionId);
      }),
    );
    this.#forgetOld();
    // What is due makes its key the next to be compared.
    this.#timers.push(setInterval(() => void this.#safely(this.#lookForDue(), 'looking for work failed'), LOOK_EVERY));
    await this.#safely(this.#lookAtHeld(), LOOKING_AT_HELD_FAILED);
    await this.#sweepSafely();
    if (this.#stopping.signal.aborted) return;
    this.#inBackground(this.#found.find(this.#stopping.signal), 'orders without a row could not be looked for');
    this.#timers.push(
      setInterval(() => void this.#sweepSafely(), SWEEP_EVERY),
      setInterval(() => this.#forgetOld(), FORGET_EVERY),
    );
    const started = Promise.withResolvers<void>();
    this.#inBackground(this.#keepComparing(started.resolve), COMPARING_FAILED);
    await started.promise;
  }

  /** Asks again about keys that could not be compared; `onWhole` once there are none from before the start. */
  async #keepComparing(onWhole: () => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (this.#comparison.isWhole) onWhole();
      await sleep(COMPARE_AGAIN, undefined, { signal }).catch(() => {});
      if (signal.aborted || !this.#comparison.hasRest) continue;
      await this.#safely(this.#compareRest(), COMPARING_FAILED);
    }
    onWhole();
  }

  #own(isOwn: IsOwn): void {
    this.#isOwn = isOwn;
    this.#deps.keys.balances.divide(isOwn);
  }

  async #takeOn(): Promise<void> {
    this.#comparison.begin();
    await this.#untilDone(async () => {
      this.#own(await this.#deps.partition.join((isOwn) => this.#rebalanceSafely(isOwn)));
      await this.#comparison.expect(await this.#live());
    });
  }

  /** Again and again until the database answers. */
  async #untilDone(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        this.#deps.log.error({ error }, 'what this process works on could not be read');
        await sleep(COMPARE_AGAIN, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Ends when nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#comparison.stop();
    // Others take over at once: what is still being worked on here is under a lease of its own.
    await this.#deps.partition.leave();
    for (const timer of this.#timers) clearInterval(timer);
    for (const stop of this.#stops) stop();
    this.#accounts.keepOnly(new Set());
    await Promise.all([
      this.#sweeping,
      this.#rebalancing,
      this.#lookup.stop(),
      this.#accounts.idle(),
      this.#outside.stop(),
      this.#external.stop(),
      this.#worker.stop().then(() => this.#prices.stop()),
      this.#underWay.ended(),
    ]);
  }

  /** Work that goes on by itself; stop() waits for it. */
  #inBackground(work: Promise<void>, what: string): void {
    void this.#underWay.add(work, (error) => this.#deps.log.error({ error }, what));
  }

  async #safely(work: Promise<unknown>, what: string): Promise<void> {
    await work.catch((error: unknown) => this.#deps.log.error({ error }, what));
  }

  #sweepSafely(): Promise<void> {
    this.#sweeping = this.#safely(this.#sweep(), COMPARING_FAILED);
    return this.#sweeping;
  }

  #forgetOld(): void {
    const { db, clock } = this.#deps;
    this.#inBackground(forgetRequests(db, clock()), 'old order calls could not be forgotten');
  }

  async #lookForDue(): Promise<void> {
    for (const ref of await this.facts.store.due(this.#deps.clock())) if (this.#isOwn(ref.userId)) this.schedule(ref);
  }

  async #ownWatches() {
    return (await storedWatches(this.#deps.db)).filter(({ ref }) => this.#isOwn(ref.userId)).map(watchOf);
  }

  /** Live orders of the people that this engine works for. */
  async #live(isOwn = this.#isOwn) {
    return (await this.facts.store.live()).filter(({ userId }) => isOwn(userId));
  }

  #rebalanceSafely(isOwn: IsOwn): void {
    this.#rebalancing = this.#rebalancing.then(() =>
      this.#safely(this.#rebalance(isOwn), 'people could not be divided anew among the engines'),
    );
  }

  /** An engine came or went: what is another's now is let go, what is ours now is compared and watched. */
  async #rebalance(isOwn: IsOwn): Promise<void> {
    const before = this.#isOwn;
    await this.#comparison.expect(await this.#live((userId) => isOwn(userId) && !before(userId)));
    this.#own(isOwn);
    this.#accounts.dropPeople((userId) => !isOwn(userId));
    this.#prices.dropPeople((userId) => !isOwn(userId));
    // Neither waits for the other: a level that was reached acts once its key is compared.
    await Promise.all([
      this.#takeOverPrices(),
      this.#safely(this.#lookAtHeld(), LOOKING_AT_HELD_FAILED),
      this.#sweepSafely(),
    ]);
  }

  async #takeOverPrices(): Promise<void> {
    await this.#prices.takeOver(await this.#ownWatches());
  }

  /** M-07, M-08, M-22: on start, and each minute, everything that is not finished is compared with the exchange. */
  async #sweep(): Promise<void> {
    const live = await this.#live();
    // Orders wait for the comparison: what else is followed is found meanwhile.
    await Promise.all([this.#compareAll(live), this.#followAll(live)]);
  }

  async #compareAll(live: readonly OrderRow[]): Promise<void> {
    await this.#comparison.all(live);
    this.#inBackground(this.#lookAtAll(), 'looking at open blocks failed');
  }

  /** Opens the streams of all keys that are followed, and closes all others. */
  async #followAll(live: readonly OrderRow[]): Promise<void> {
    await this.#outsideKeys.watchAll();
    await this.#external.look();
    const others = [...this.#inFlight.keyIds(), ...this.#outside.keyIds(), ...this.#external.keyIds()];
    const busy = new Set([...live.map(({ keyId }) => keyId), ...others]);
    this.#accounts.keepOnly(busy);
    this.#deps.free.keepOnly(busy);
    this.#inBackground(this.#external.compareAll(), 'comparing balances with open positions failed');
  }

  /** What a process that died had begun comes back when its lease runs out. */
  async #lookAtHeld(): Promise<void> {
    for (const ref of await this.facts.store.held()) if (this.#isOwn(ref.userId)) this.schedule(ref);
  }

  async #lookAtAll(): Promise<void> {
    const open = await this.facts.store.open();
    await this.#worker.lookAt(open.filter(({ userId }) => this.#isOwn(userId)));
  }

  async #compareRest(): Promise<void> {
    await this.#comparison.rest(await this.#live());
  }

  async #onAccountEvent(key: OpenKey, event: AccountEvent, userId: string): Promise<void> {
    if (event.kind === 'gap') {
      this.#inFlight.missed(key.keyId);
      await this.#comparison.ofKey(await this.facts.store.liveOfKey(key.keyId), { isAfterGap: true });
    }
    this.#external.receive(userId, key, event);
    this.#outside.receive(key, event);
    if (event.kind !== 'order' || !isOurs(event.order)) return;
    const { clientOrderId, state, exchangeListId } = event.order;
    // The answer that is on its way says the same: that it rests. Of a list it may say less.
    const isInAnswer = state === 'pending' || (state === 'open' && exchangeListId === null);
    if (isInAnswer && this.#inFlight.has(clientOrderId)) return;
    await this.facts.apply(key, event.order, event.fill);
  }
}
