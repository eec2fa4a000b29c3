import { SECOND } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { RunContext, RunStep } from '../../../domain/strategies/rounds/run-facts.ts';
import { asksForOthers } from '../../../domain/strategies/rounds/level-step.ts';
import { runStep } from '../../../domain/strategies/rounds/run-step.ts';
import type { BotDeps } from '../deps.ts';
import { factsOf } from '../runs/run-facts.ts';
import { valueOf } from '../runs/run-value.ts';
import type { FoldedRuns } from '../runs/folded-runs.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { RunRef, StoredRun } from '../runs/runs.store.ts';
import { contextOf } from '../runs/run-context.ts';
import { OrderPace } from './order-pace.ts';
import { assetsKept, type KeptAsset, keptOfRun } from '../runs/kept-of-run.ts';
import { keptFree } from '../../../domain/strategies/rounds/kept-free.ts';
import type { PurseWatch } from './purse-watch.ts';
import type { RunComparison } from './run-comparison.ts';
import type { DealWorker } from './deal-worker.ts';
import type { HandingOver } from './handing-over.ts';
import type { RunBorders } from './run-borders.ts';
import type { RunNotifier } from './run-notifier.ts';
import type { RunTrend } from './run-trend.ts';
import type { Look, Looked } from './look.ts';
import type { RunStops } from './run-stops.ts';
import type { SeenLevels } from './seen-levels.ts';
import type { RunWatch } from './run-watch.ts';
import type { Done, Sending } from './order-calls.ts';
import type { RunSender } from './run-sender.ts';
import { type RunEndings, runEndings, whyItEnds } from '../runs/run-endings.store.ts';
import { type GonePairs, gonePairs } from './gone-pairs.ts';
import { leftOver } from './left-over.ts';
import { moveText } from '../runs/run-texts.ts';
import { isBasket } from '../runs/stored-plan.ts';
import type { BasketWorker } from './basket-worker.ts';

/** Pause of a run whose last step changed nothing, ms. */
const LATER = SECOND;
/** More passes in a row are a mistake of ours: the run is looked at again later. */
const MOST_PASSES = 500;
const KEY_OUT = 'Its key is out of use.';

export interface WorkerDeps extends Pick<BotDeps, 'db' | 'clock' | 'log' | 'keys' | 'markets' | 'trading'> {
  work: RunWork;
  runs: Pick<FoldedRuns, 'find' | 'note' | 'forget'>;
  sender: RunSender;
  comparison: RunComparison;
  seen: Pick<SeenLevels, 'forget'>;
  watch: Pick<RunWatch, 'look' | 'forget'>;
  stops: RunStops;
  borders: RunBorders;
  trend: RunTrend;
  notifier: RunNotifier;
  handing: HandingOver;
  deals: DealWorker;
  baskets: BasketWorker;
  purses: Pick<PurseWatch, 'note' | 'holds' | 'forget'>;
  /** Sends its state to its owner's pages. */
  publish: (ref: RunRef) => Promise<void>;
}

interface Taken {
  isNews: boolean;
  until: number | null;
}

interface Opened {
  stored: StoredRun;
  sending: Sending;
}

interface Pass extends Opened {
  pair: ExchangePair;
}

/** C-7: all that rests of the account on the pair; null where the exchange does not say. */
async function openOrders({ run, key, exchange }: Sending): Promise<RunContext['others']> {
  const open = await exchange.openOrders(key.credentials, run.symbol);
  if (open.outcome !== 'ok' || (open.unread?.length ?? 0) > 0) return null;
  return open.value.filter(({ state, price }) => state !== 'pending' && price.gt(0));
}

/** It places something, or its books are closed. */
const usesPurse = (step: RunStep): boolean => step.do === 'place' || (step.do === 'move' && step.to === 'stopped');
const isFree = (step: RunStep): boolean => !usesPurse(step);

/** What a move is called in its log; of a run that ends, with what stays on the account. */
function textOf({ to, reason }: Extract<RunStep, { do: 'move' }>, { stored, pair }: Pass, context: RunContext): string {
  const text = moveText(to, reason);
  const left = to === 'stopped' ? leftOver(factsOf(stored, pair), context, pair) : null;
  return left === null ? text : `${text} ${left}`;
}

const doneIf = (isDone: boolean): Done => (isDone ? 'done' : 'later');

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Works on runs until nothing is left to do: each by itself, one pass at a time. */
export class RunWorker {
  readonly #deps: WorkerDeps;
  readonly #busy = new Map<string, { again: boolean; done: Promise<void> }>();
  /** Runs that open pages show as they were. */
  readonly #changed = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #pace = new OrderPace();
  readonly #endings: RunEndings;
  readonly #gone: GonePairs;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
    this.#endings = runEndings(deps.db);
    this.#gone = gonePairs(deps);
  }

  /** Something about a run has changed: it is looked at once more, however often this is said. */
  schedule(ref: RunRef): void {
    const busy = this.#busy.get(ref.runId);
    if (busy) {
      busy.again = true;
      return;
    }
    if (this.#stopping.signal.aborted) return;
    const work = { again: false, done: Promise.resolve() };
    this.#busy.set(ref.runId, work);
    work.done = this.#settle(ref)
      .catch((error: unknown) => this.#deps.log.error({ error, runId: ref.runId }, 'working on a run failed'))
      .finally(() => {
        this.#busy.delete(ref.runId);
        if (work.again) this.schedule(ref);
      });
  }

  /** As `schedule`, where open pages have to be shown what it has become, whether or not anything is left to do. */
  changed(ref: RunRef): void {
    this.#changed.add(ref.runId);
    this.schedule(ref);
  }

  /** Resolves once nothing is left to do. */
  async lookAt(ref: RunRef): Promise<void> {
    this.schedule(ref);
    await this.#busy.get(ref.runId)?.done;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#busy.values()].map(({ done }) => done));
  }

  async #settle(ref: RunRef): Promise<void> {
    const { work, runs, publish, clock } = this.#deps;
    for (let passes = 0; passes < MOST_PASSES && !this.#stopping.signal.aborted; passes += 1) {
      const stored = await runs.find(ref);
      if (!stored || stored.run.state === 'stopped') {
        this.#forget(ref);
        break;
      }
      const opened = await this.#open(stored);
      if (!opened) {
        await work.setDue(stored.run, clock() + LATER);
        break;
      }
      const next = await this.#work(opened);
      if (next === 'again') {
        this.#changed.add(ref.runId);
        continue;
      }
      await work.setDue(stored.run, next);
      break;
    }
    if (this.#changed.delete(ref.runId)) await publish(ref);
  }

  /** Nothing of a run that is over stays in memory. */
  #forget({ runId }: RunRef): void {
    const { watch, borders, baskets, purses, seen, runs } = this.#deps;
    for (const kept of [watch, borders, baskets, purses, seen, runs]) kept.forget(runId);
  }

  /** Null where there is nothing to work with: the key is out of use, or the market is not known yet. */
  async #open(stored: StoredRun): Promise<Opened | null> {
    const { keys, markets, clock, work } = this.#deps;
    const { run } = stored;
    const market = run.market as Market;
    if (!markets.isOn(market)) return null;
    const key = await keys.byId(run.userId, run.keyId);
    if (!key) {
      if (run.state !== 'running') return null;
      const text = moveText('paused', KEY_OUT);
      await work.move(run, 'paused', { reason: KEY_OUT, now: clock(), text, takeDown: false });
      this.#changed.add(run.id);
      return null;
    }
    return { stored, sending: { run, key, exchange: markets.exchange(market) } };
  }

  async #work(opened: Opened): Promise<number | null | 'again'> {
    const { markets, clock, baskets } = this.#deps;
    const { run, bot } = opened.stored;
    if (run.engine !== 'rounds') this.#note(opened, keptOfRun(markets, opened.stored));
    if (isBasket(bot)) return baskets.pass(opened);
    const pair = markets.findPastPair(run.market as Market, run.symbol);
    if (!pair) return clock() + LATER;
    if (await this.#gone.look(run, pair)) return 'again';
    return run.engine === 'deals' ? this.#deals(opened.stored, pair) : this.#pass({ ...opened, pair });
  }

  #deals(stored: StoredRun, pair: ExchangePair): Promise<number | null | 'again'> | number {
    const { deals, purses, clock } = this.#deps;
    const { run } = stored;
    return run.state === 'running' && purses.holds(run) ? clock() + LATER : deals.pass(stored, pair);
  }

  #note({ stored: { run }, sending: { key } }: Opened, kept: readonly KeptAsset[]): void {
    this.#deps.purses.note({ userId: run.userId, key }, run, kept);
  }

  /** Answers when to look again, or that something has changed. */
  async #pass({ stored, sending, pair }: Pass): Promise<number | null | 'again'> {
    const { comparison, clock, purses, runs } = this.#deps;
    const { run } = stored;
    const compared = await comparison.compare(sending, stored.orders);
    if (compared.isNews) return 'again';
    runs.note(stored, pair);
    const isCompared = comparison.isDone(run.id);
    const facts = factsOf(stored, pair);
    this.#note({ stored, sending }, assetsKept(keptFree(facts), { stored, pair }));
    if (!isCompared) return clock() + LATER;
    const others = asksForOthers(facts.orders, clock()) ? await openOrders(sending) : null;
    const context = { ...contextOf(this.#deps, { run, pair, others }), isGone: pair.delisted === true };
    const value = valueOf(stored, facts, pair);
    this.#deps.watch.look(stored, value, context.now);
    const looked = await this.#look({ stored, facts, value, context, pair });
    if (looked.hasMoved || (await this.#endings.recordRefusal(run, facts.orders, context.now))) return 'again';
    const decision = runStep(facts, context);
    if (decision.steps.length === 0) return [decision.again, compared.again, looked.again].reduce(earlier);
    const steps = decision.steps.some(usesPurse) && purses.holds(run) ? decision.steps.filter(isFree) : decision.steps;
    const { isNews, until } = await this.#take(steps, { stored, sending, pair }, context);
    return isNews ? 'again' : (until ?? clock() + LATER);
  }

  /** Acts on the price before its levels are asked. */
  async #look(look: Look): Promise<Looked> {
    const { stops, borders, trend, notifier } = this.#deps;
    let again: number | null = null;
    for (const part of [stops, borders, trend, notifier]) {
      const looked = await part.look(look);
      if (looked.hasMoved) return looked;
      again = earlier(again, looked.again);
    }
    return { hasMoved: false, again };
  }

  /** Whether any of them changed something, and until when orders wait for their turn. */
  async #take(steps: readonly RunStep[], pass: Pass, context: RunContext): Promise<Taken> {
    let isNews = false;
    let until: number | null = null;
    for (const step of steps) {
      if (this.#stopping.signal.aborted) break;
      const wait = this.#waitsFor(step, pass.sending);
      if (wait === null) isNews = (await this.#do(step, pass, context)) === 'done' || isNews;
      else until = wait;
    }
    return { isNews, until };
  }

  /** C-16: how long an order waits for its turn; what ends a run does not wait. */
  #waitsFor(step: RunStep, { run, exchange }: Sending): number | null {
    if (step.do !== 'place' || step.order.leg === 'stop') return null;
    const rates = exchange.orderRates?.() ?? [];
    return this.#pace.take(run.keyId, step.order.mirror ? 2 : 1, { rates, now: this.#deps.clock() });
  }

  async #do(step: RunStep, pass: Pass, context: RunContext): Promise<Done> {
    const { sender, work, handing } = this.#deps;
    const { stored, sending } = pass;
    const { run } = stored;
    const { now } = context;
    switch (step.do) {
      case 'place':
        return sender.place(sending, step.order);
      case 'cancel':
        return sender.cancel(sending, step.order);
      case 'begin':
        return doneIf(await work.begin(run, step.levels, now));
      case 'move': {
        const { to, reason } = step;
        if (to === 'stopped' && run.next) return handing.handOver(pass, context);
        const of = { reason, now, text: textOf(step, pass, context) };
        return doneIf(await work.move(to === 'stopped' ? { ...run, reason: whyItEnds(run) } : run, to, of));
      }
      default: {
        const order = stored.orders.find(({ clientOrderId }) => clientOrderId === step.order.clientOrderId);
        return order ? sender.readFills(sending, order) : 'later';
      }
    }
  }
}
