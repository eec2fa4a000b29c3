import { setTimeout as sleep } from 'node:timers/promises';
import { watermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { UnderWay } from '../../../lib/under-way.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { IsOwn } from '../../../runtime/leases/partition.ts';
import type { EngineContext, OrderContext, OrderEngine, WrittenBlock } from '../orders.ts';
import { BLOCK_IDLE, BLOCK_SCHEDULED, type Scheduled } from '../remote-engine.ts';
import { forgetRequests } from '../store/requests.store.ts';
import { ExternalChanges } from '../external/external-changes.ts';
import { FoundOrders } from '../external/found/found-orders.ts';
import { OutsideDeals } from '../external/external-deals.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { accountWatch } from '../../keys/index.ts';
import { accountNews } from './account-news.ts';
import { BlockWorker } from './block-worker.ts';
import { LoggedWork } from './logged-work.ts';
import { newOrders } from './new-orders.ts';
import { ordersInFlight } from '../sending/in-flight.ts';
import { type OrderFacts, orderFacts } from '../sending/order-facts.ts';
import { OrderComparison } from './order-comparison.ts';
import { type OrderLookup, orderLookup } from '../sending/order-lookup.ts';
import { OutsideKeys } from './outside-keys.ts';
import { OwnPeople } from './own-people.ts';
import { Sweep } from './sweep.ts';
import { comparedKeysStore } from '../store/compared-keys.store.ts';
import { PriceWatch } from '../../../runtime/price-triggers/price-watch.ts';
import { OrderSender } from '../sending/order-sender.ts';
import { StepTaker } from '../sending/take-step.ts';

const SWEEP_EVERY = MINUTE;
const FORGET_EVERY = HOUR;
/** How soon work that is due is seen, when nothing else brought it up. */
const LOOK_EVERY = 500;
/** How soon a database that did not answer is asked again. */
const READ_AGAIN = 1000;
const LOOKING_AT_HELD_FAILED = 'looking at blocks that another process holds failed';

/** Keeps our blocks and the exchange's orders in step: from its streams, and by asking whenever something may have been missed. */
export class Engine implements OrderEngine {
  readonly facts: OrderFacts;
  readonly #deps: OrderContext & Pick<EngineContext, 'bus' | 'partition'>;
  readonly #sendNew: ReturnType<typeof newOrders>;
  readonly #lookup: OrderLookup;
  readonly #comparison: OrderComparison;
  readonly #worker: BlockWorker;
  readonly #accounts: ReturnType<typeof accountWatch>;
  readonly #outside: OutsideDeals;
  readonly #outsideKeys: OutsideKeys;
  readonly #own: OwnPeople;
  readonly #sweep: Sweep;
  readonly #external: ExternalChanges;
  readonly #found: FoundOrders;
  readonly #prices: PriceWatch<BlockRef>;
  readonly #stops: (() => void)[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #underWay = new UnderWay();
  readonly #work: LoggedWork;
  #rebalancing: Promise<void> = Promise.resolve();
  #takenOn: Promise<void> | null = null;
  readonly #stopping = new AbortController();

  /** `publish` shows the person's open pages how a position is now. */
  constructor(deps: OrderContext & Pick<EngineContext, 'bus' | 'partition'>, publish: EngineContext['publish']) {
    this.#deps = deps;
    this.facts = orderFacts(deps, (ref, positionId) => this.schedule(ref, positionId));
    this.#lookup = orderLookup(deps, this.facts);
    const { facts } = this;
    const inFlight = ordersInFlight(this.#lookup.start);
    this.#work = new LoggedWork(deps.log, this.#underWay);
    this.#own = new OwnPeople({ ...deps, facts });
    const watch = (userId: string, key: OpenKey) => this.watch(userId, key);
    const admits = (keyId: string, ref: BlockRef) => this.#comparison.admits(keyId, ref);
    const lookUp = this.#lookup.start;
    const schedule = (ref: BlockRef, positionId?: string) => this.schedule(ref, positionId);
    const isOwn = (userId: string) => this.#own.has(userId);
    this.#external = new ExternalChanges({ ...deps, facts, watch, schedule, isOwn });
    this.#found = new FoundOrders({ ...deps, facts, watch, schedule, isOwn });
    const shared = { ...deps, facts, inFlight, lookUp, watch, admits };
    const sender = new OrderSender(shared);
    const steps = new StepTaker({ ...shared, sender });
    this.#prices = new PriceWatch({ ...deps, watermarks: watermarksStore(deps.db, 'positions'), schedule });
    const onIdle = ({ blockId }: BlockRef) => deps.bus.publish(BLOCK_IDLE, blockId);
    const working = { ...deps, facts, steps, lookup: this.#lookup, prices: this.#prices, publish, schedule };
    this.#worker = new BlockWorker(working, onIdle);
    this.#sendNew = newOrders({ ...deps, facts, sender, watch, schedule, publish, underWay: this.#underWay });
    this.#outside = new OutsideDeals({
      ...shared,
      publish,
      owner: this.#worker.owner,
      schedule,
      idle: (ref) => this.idle(ref),
      readFills: this.#lookup.readFills,
    });
    const comparedKeys = comparedKeysStore(deps.db);
    this.#comparison = new OrderComparison({ ...shared, schedule, isOwn, comparedKeys, lookup: this.#lookup });
    const parts = { comparison: this.#comparison, external: this.#external, outside: this.#outside };
    this.#accounts = accountWatch(deps, accountNews({ facts, inFlight, ...parts }));
    const { signal } = this.#stopping;
    this.#outsideKeys = new OutsideKeys({ ...deps, deals: this.#outside, accounts: this.#accounts, isOwn, signal });
    this.#sweep = new Sweep({
      ...parts,
      inFlight,
      free: deps.free,
      own: this.#own,
      worker: this.#worker,
      accounts: this.#accounts,
      outsideKeys: this.#outsideKeys,
      work: this.#work,
      signal,
    });
  }

  leaseOwner(userId: string): string | null {
    return this.#own.has(userId) ? this.#worker.owner : null;
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
    if (this.#own.has(ref.userId)) this.#worker.schedule(ref, positionId);
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
    if (this.#own.has(userId)) this.#accounts.add(userId, key);
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
    await this.#untilDone(async () => this.#prices.start(await this.#own.watches()));
    if (this.#stopping.signal.aborted) return;
    this.#stops.push(
      this.#deps.bus.subscribe(BLOCK_SCHEDULED, (body) => {
        const { positionId, ...ref } = body as Scheduled;
        if (this.#own.has(ref.userId)) this.#worker.schedule(ref, positionId);
      }),
    );
    this.#forgetOld();
    // What is due makes its key the next to be compared.
    this.#timers.push(
      setInterval(() => void this.#work.safely(this.#lookForDue(), 'looking for work failed'), LOOK_EVERY),
    );
    await this.#work.safely(this.#lookAtHeld(), LOOKING_AT_HELD_FAILED);
    await this.#sweep.now();
    if (this.#stopping.signal.aborted) return;
    this.#work.inBackground(this.#found.find(this.#stopping.signal), 'orders without a row could not be looked for');
    this.#timers.push(
      setInterval(() => void this.#sweep.ofMinute(), SWEEP_EVERY),
      setInterval(() => this.#forgetOld(), FORGET_EVERY),
    );
    await this.#sweep.untilWhole();
  }

  async #takeOn(): Promise<void> {
    this.#comparison.begin();
    await this.#untilDone(async () => {
      this.#own.become(await this.#deps.partition.join((isOwn) => this.#rebalanceSafely(isOwn)));
      await this.#comparison.expect(await this.#own.live());
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
        await sleep(READ_AGAIN, undefined, { signal }).catch(() => {});
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
      this.#sweep.stop(),
      this.#rebalancing,
      this.#lookup.stop(),
      this.#accounts.idle(),
      this.#outside.stop(),
      this.#external.stop(),
      this.#worker.stop().then(() => this.#prices.stop()),
      this.#underWay.ended(),
    ]);
  }

  #forgetOld(): void {
    const { db, clock } = this.#deps;
    this.#work.inBackground(forgetRequests(db, clock()), 'old order calls could not be forgotten');
  }

  async #lookForDue(): Promise<void> {
    for (const ref of await this.#own.due()) this.schedule(ref);
  }

  #rebalanceSafely(isOwn: IsOwn): void {
    this.#rebalancing = this.#rebalancing.then(() =>
      this.#work.safely(this.#rebalance(isOwn), 'people could not be divided anew among the engines'),
    );
  }

  /** An engine came or went: what is another's now is let go, what is ours now is compared and watched. */
  async #rebalance(isOwn: IsOwn): Promise<void> {
    await this.#comparison.expect(await this.#own.liveOfGained(isOwn));
    this.#own.become(isOwn);
    this.#accounts.dropPeople((userId) => !isOwn(userId));
    this.#prices.dropPeople((userId) => !isOwn(userId));
    // Neither waits for the other: a level that was reached acts once its key is compared.
    await Promise.all([
      this.#takeOverPrices(),
      this.#work.safely(this.#lookAtHeld(), LOOKING_AT_HELD_FAILED),
      this.#sweep.now(),
    ]);
  }

  async #takeOverPrices(): Promise<void> {
    await this.#prices.takeOver(await this.#own.watches());
  }

  /** What a process that died had begun comes back when its lease runs out. */
  async #lookAtHeld(): Promise<void> {
    for (const ref of await this.#own.held()) this.schedule(ref);
  }
}
