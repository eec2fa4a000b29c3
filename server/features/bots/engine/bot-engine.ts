import { MINUTE } from '#contracts/rules/time.ts';
import type { AccountEvent } from '../../../exchanges/exchange.ts';
import { type IsOwn, ownsAll, type Partition } from '../../../runtime/leases/partition.ts';
import { accountWatch, type OpenKey } from '../../keys/index.ts';
import { MinuteLook } from '../../../runtime/jobs/minute-look.ts';
import type { BotDeps } from '../deps.ts';
import type { ActionDeps } from './deal-actions.ts';
import { dealWorker } from './deal-worker.ts';
import { dealWork } from '../deals/deals.store.ts';
import { BasketWorker } from './basket-worker.ts';
import { basketTurns } from '../runs/basket-turns.store.ts';
import { runChanges } from '../run-changes.ts';
import type { FoldedRuns } from '../runs/folded-runs.ts';
import { runOrders } from '../runs/run-orders.store.ts';
import { missingStore } from '../runs/missing.store.ts';
import { runNotices } from '../runs/run-notices.store.ts';
import { runWork } from '../runs/run-work.store.ts';
import { moveText } from '../runs/run-texts.ts';
import { type RunRef } from '../runs/runs.store.ts';
import { RunComparison } from './run-comparison.ts';
import { runSender } from './run-sender.ts';
import { SeenLevels } from './seen-levels.ts';
import { handingOver } from './handing-over.ts';
import { runBorders } from './run-borders.ts';
import { runTrend } from './run-trend.ts';
import { runNotifier } from './run-notifier.ts';
import { runStops } from './run-stops.ts';
import { RunWatch } from './run-watch.ts';
import { PurseWatch } from './purse-watch.ts';
import { shortRuns } from './short-runs.ts';
import { RunWorker } from './run-worker.ts';

/** How soon work that is due is seen, when nothing else brought it up. */
const LOOK_EVERY = 500;
const SWEEP_EVERY = MINUTE;
/** A block's own engine books what happened first, ms. */
const SETTLES_IN = 200;
const COPIES_NO_MORE = 'Copying is switched off for this key.';

export interface BotEngineDeps extends BotDeps {
  /** Divides people among engines: one engine works on all runs of a person. */
  partition: Partition;
  runs: FoldedRuns;
  publish: (ref: RunRef) => Promise<void>;
  /** Places the order blocks of deals. */
  orders: ActionDeps['orders'];
}

/** Works on the runs of the people in its partition: from their keys' streams, and by comparing whenever something may have been missed. */
export class BotEngine {
  readonly #deps: BotEngineDeps;
  readonly #work: ReturnType<typeof runWork>;
  readonly #orders: ReturnType<typeof runOrders>;
  readonly #comparison: RunComparison;
  readonly #watch: RunWatch;
  readonly #purses: PurseWatch;
  readonly #worker: RunWorker;
  readonly #minuteLook: MinuteLook<RunRef>;
  readonly #accounts: ReturnType<typeof accountWatch>;
  readonly #stops: (() => void)[] = [];
  /** Keys with runs that open deals. */
  readonly #dealKeys = new Set<string>();
  #isOwn: IsOwn = ownsAll;
  #dueWaits = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: BotEngineDeps) {
    this.#deps = deps;
    const notices = runNotices(deps.db, deps.notifications);
    this.#work = runWork(deps.db, notices);
    this.#orders = runOrders(deps.db);
    const seen = new SeenLevels(deps.clock);
    const sender = runSender({ ...deps, seen }, this.#orders);
    this.#comparison = new RunComparison({ ...deps, seen }, this.#orders, sender);
    const { publish } = deps;
    this.#watch = new RunWatch(deps, (ref) => this.#worker.schedule(ref));
    this.#purses = new PurseWatch({
      ...deps,
      short: shortRuns(deps, missingStore(deps.db, notices)),
      recompare: (ref) => this.#recompare(ref),
      isCompared: (runId) => this.#comparison.isDone(runId),
      schedule: (ref) => this.#worker.schedule(ref),
    });
    const parts = {
      work: this.#work,
      sender,
      comparison: this.#comparison,
      watch: this.#watch,
      purses: this.#purses,
      seen,
    };
    const stops = runStops({ work: this.#work, trading: deps.trading }, this.#watch);
    const notifier = runNotifier(notices);
    const looks = {
      stops,
      borders: runBorders(this.#work, this.#watch),
      trend: runTrend(this.#work, this.#watch),
      notifier,
      handing: handingOver(deps, notices),
      baskets: new BasketWorker({ ...deps, ...parts, turns: basketTurns(deps.db) }),
    };
    const worker = dealWorker({
      ...deps,
      work: this.#work,
      watch: this.#watch,
      stops,
      notifier,
      deals: dealWork(deps.db),
    });
    this.#worker = new RunWorker({ ...deps, ...parts, ...looks, deals: worker, publish });
    this.#minuteLook = new MinuteLook({
      lookAt: (ref) => this.#worker.lookAt(ref),
      isOwn: (userId) => this.#isOwn(userId),
    });
    this.#accounts = accountWatch(deps, (key, event, userId) => this.#onAccountEvent(key, event, userId));
  }

  async start(): Promise<void> {
    const { partition, bus } = this.#deps;
    this.#isOwn = await partition.join((isOwn) => {
      this.#isOwn = isOwn;
      this.#look(() => this.#takeOver());
    });
    this.#look(async () => this.#watch.start(await this.#ownWaiting()));
    this.#stops.push(runChanges(bus).subscribe((ref) => this.#look(() => this.#take(ref, true))));
    this.#look(() => this.#lookAtAll());
    const due = setInterval(() => this.#lookSoon(), LOOK_EVERY);
    const sweep = setInterval(() => this.#look(() => this.#lookInTurn()), SWEEP_EVERY);
    this.#stops.push(
      () => clearInterval(due),
      () => clearInterval(sweep),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    this.#minuteLook.stop();
    await this.#deps.partition.leave();
    this.#accounts.keepOnly(new Set());
    await Promise.all([this.#looking, this.#accounts.idle(), this.#worker.stop(), this.#purses.stop()]);
    await this.#watch.stop();
  }

  /** One look after the other. */
  #look(look: () => Promise<void>): void {
    this.#looking = this.#looking
      .then(look)
      .catch((error: unknown) => this.#deps.log.error({ error }, 'bots: runs could not be looked at'));
  }

  /** At most one look waits for its turn, however long those before it take. */
  #lookSoon(): void {
    if (this.#dueWaits) return;
    this.#dueWaits = true;
    this.#look(() => {
      this.#dueWaits = false;
      return this.#lookForDue();
    });
  }

  async #lookForDue(): Promise<void> {
    for (const ref of await this.#work.due(this.#deps.clock())) if (this.#isOwn(ref.userId)) await this.#take(ref);
  }

  /** Its key's stream first, so that nothing is missed after the comparison. */
  async #take(ref: RunRef, isChanged = false): Promise<void> {
    if (!this.#isOwn(ref.userId)) return;
    const run = await this.#deps.runs.row(ref);
    if (run) await this.#watchKey(run);
    if (run?.engine === 'deals') this.#dealKeys.add(run.keyId);
    if (isChanged) this.#worker.changed(ref);
    else this.#worker.schedule(ref);
  }

  async #watchKey({ userId, keyId }: { userId: string; keyId: string }): Promise<void> {
    const key = await this.#deps.keys.byId(userId, keyId);
    if (key) this.#accounts.add(userId, key);
  }

  async #ownWaiting() {
    return (await this.#work.waiting()).filter(({ run }) => this.#isOwn(run.userId));
  }

  /** An engine came or went. */
  async #takeOver(): Promise<void> {
    this.#deps.runs.forgetAll();
    await this.#watch.takeOver(await this.#ownWaiting(), (userId) => this.#isOwn(userId));
    await this.#lookAtAll();
  }

  /** At a start and a takeover any of them may have missed something. */
  async #lookAtAll(): Promise<void> {
    for (const run of await this.#watchAll()) this.#worker.schedule(run);
  }

  async #lookInTurn(): Promise<void> {
    void this.#minuteLook.take(await this.#watchAll());
  }

  /** The keys of all runs of one's own are watched, and no others. Answers the runs. */
  async #watchAll(): Promise<readonly RunRef[]> {
    const active = (await this.#work.active()).filter(({ userId }) => this.#isOwn(userId));
    this.#accounts.keepOnly(new Set(active.map(({ keyId }) => keyId)));
    for (const [, [first]] of Map.groupBy(active, ({ keyId }) => keyId)) if (first) await this.#watchKey(first);
    await this.#pauseIdleCopies();
    this.#dealKeys.clear();
    for (const { keyId, engine } of active) if (engine === 'deals') this.#dealKeys.add(keyId);
    this.#purses.sweep();
    return active;
  }

  /** C-14: before its next step. */
  #recompare(ref: RunRef): void {
    this.#comparison.forget(ref.runId);
    this.#worker.schedule(ref);
  }

  /** C-3: a key that does not copy any more pauses its run; what rests stays. */
  async #pauseIdleCopies(): Promise<void> {
    const now = this.#deps.clock();
    for (const run of await this.#work.ofIdleCopies()) {
      if (!this.#isOwn(run.userId)) continue;
      const text = moveText('paused', COPIES_NO_MORE);
      await this.#work.move(run, 'paused', { reason: COPIES_NO_MORE, now, text, takeDown: false });
      this.#worker.changed({ userId: run.userId, runId: run.id });
    }
  }

  async #onAccountEvent(key: OpenKey, event: AccountEvent, userId: string): Promise<void> {
    this.#purses.receive(key, event);
    if (event.kind === 'balance') return;
    if (event.kind === 'gap') {
      for (const run of await this.#work.activeOf({ userId, keyId: key.keyId })) this.#recompare(run);
      return;
    }
    const { order, fill } = event;
    // An execution report may say price 0: then the trade is asked for.
    const fills = fill?.price.gt(0) ? [fill] : [];
    const row = await this.#orders.apply(order, { fills, now: this.#deps.clock() });
    if (row) {
      this.#deps.runs.changed(row);
      this.#worker.changed({ userId: row.userId, runId: row.runId });
    } else if (this.#dealKeys.has(key.keyId)) await this.#work.wakeDeals(key.keyId, this.#deps.clock() + SETTLES_IN);
  }
}
