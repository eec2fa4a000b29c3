import { grouped } from '#contracts/rules/decimal.ts';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import {
  type BasketContext,
  type BasketDecision,
  type BasketFacts,
  type BasketStep,
  basketBooks,
  basketNow,
} from '../../../domain/strategies/basket/basket-facts.ts';
import { basketStep } from '../../../domain/strategies/basket/basket-step.ts';
import { basketStopMet } from '../../../domain/strategies/basket/basket-stop.ts';
import { driftsOf } from '../../../domain/strategies/basket/rebalance.ts';
import { canMove } from '../../../domain/strategies/rounds/bot-state.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import type { BotDeps } from '../deps.ts';
import type { PurseWatch } from './purse-watch.ts';
import type { RunComparison } from './run-comparison.ts';
import type { Done, Sending } from './order-calls.ts';
import type { RunSender } from './run-sender.ts';
import { type RunEndings, runEndings, whyItEnds } from '../runs/run-endings.store.ts';
import { leftOfBasket } from './left-over.ts';
import { legFault } from './leg-fault.ts';
import { isStoppable } from './run-watch.ts';
import { endingOf, reachedOf, stopText } from '../runs/run-conditions.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { stopOf } from '../runs/stored-plan.ts';
import { basketContextOf, basketFactsOf, basketRulesOf } from '../runs/basket-facts.ts';
import { freeOfBasket } from '../runs/basket-free.ts';
import { basketMoveText, leftOutText, turnText } from '../runs/basket-texts.ts';
import type { BasketTurns } from '../runs/basket-turns.store.ts';

/** Pause of a basket whose last step changed nothing, ms. */
const LATER = SECOND;

interface WorkerDeps extends Pick<BotDeps, 'db' | 'clock' | 'keys' | 'markets' | 'trading' | 'claims' | 'limits'> {
  work: RunWork;
  turns: BasketTurns;
  sender: RunSender;
  comparison: Pick<RunComparison, 'lookUp'>;
  purses: Pick<PurseWatch, 'freeOf'>;
}

interface Pass {
  stored: StoredRun;
  sending: Sending;
}

interface Look extends Pass {
  facts: BasketFacts;
  context: BasketContext;
}

type Next = number | null | 'again';
type Written = Extract<BasketStep, { do: 'rebalance' | 'buy' | 'finish' | 'let-go' }>;

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** An order of one of its pairs. */
const inPair = (sending: Sending, symbol: string): Sending => ({ ...sending, run: { ...sending.run, symbol } });

/** B-1 to B-6: works on baskets, one pass at a time. */
export class BasketWorker {
  readonly #deps: WorkerDeps;
  readonly #endings: RunEndings;
  /** The minute, UTC, at whose close each was looked at last; of one that this process sees first, the running one. */
  readonly #looked = new Map<string, number>();

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
    this.#endings = runEndings(deps.db);
  }

  forget(runId: string): void {
    this.#looked.delete(runId);
  }

  /** Answers when to look again, or that something has changed. */
  async pass(pass: Pass): Promise<Next> {
    const { stored } = pass;
    const compared = await this.#lookUp(pass);
    if (compared === 'again') return 'again';
    const minute = Math.floor(this.#deps.clock() / MINUTE);
    const isLook = minute > (this.#looked.get(stored.run.id) ?? minute);
    const facts = basketFactsOf(stored);
    const free = isLook && stored.run.state === 'running' ? await this.#freeOf(pass, facts) : null;
    const context = basketContextOf(this.#deps, stored, { isLook, free });
    if (!context) return this.#deps.clock() + LATER;
    this.#looked.set(stored.run.id, minute);
    const look = { ...pass, facts, context };
    const stopped = await this.#stop(look);
    if (stopped === 'again') return 'again';
    if (await this.#endings.recordRefusal(stored.run, facts.orders, context.now)) return 'again';
    const decision = await this.#decide(look);
    const again = [compared, stopped, decision.again].reduce(earlier);
    if (decision.steps.length === 0) return again;
    let isNews = false;
    for (const step of decision.steps) isNews = (await this.#do(step, look)) === 'done' || isNews;
    return isNews ? 'again' : context.now + LATER;
  }

  #freeOf({ stored: { run }, sending: { key } }: Pass, facts: BasketFacts): ReturnType<typeof freeOfBasket> {
    const { purses } = this.#deps;
    return freeOfBasket(this.#deps, { userId: run.userId, key, facts }, (asset) => purses.freeOf(run.keyId, asset));
  }

  /** C-18: before anything is sold at its end, what its key has free is looked at. */
  async #decide(look: Look): Promise<BasketDecision> {
    const { stored, facts, context } = look;
    const rules = basketRulesOf(stored);
    const decision = basketStep(rules, facts, context);
    if (!decision.steps.some((step) => step.do === 'place' && step.order.leg === 'stop')) return decision;
    return basketStep(rules, facts, { ...context, free: await this.#freeOf(look, facts) });
  }

  /** C-13: orders whose answer was lost. */
  async #lookUp({ stored, sending }: Pass): Promise<Next> {
    let again: number | null = null;
    const live = stored.orders.filter(({ state }) => isLive(state));
    for (const [symbol, orders] of Map.groupBy(live, (order) => order.symbol)) {
      const compared = await this.#deps.comparison.lookUp(inPair(sending, symbol), orders);
      if (compared.isNews) return 'again';
      again = earlier(again, compared.again);
    }
    return again;
  }

  /** B-6, C-12: what was reached is written down first, and waits while nothing may leave. */
  async #stop({ stored: { run, bot }, facts, context }: Look): Promise<Next> {
    const { work } = this.#deps;
    const stop = stopOf(bot);
    if (!isStoppable(run)) return null;
    if (run.reached) {
      if (!context.mayOrder || !canMove(run.state, 'stopping')) return context.now + LATER;
      const reason = stopText(run.reached, stop, String);
      const ending = endingOf(stop, run.reached.reason, 'basket');
      const change = { reason, now: context.now, text: basketMoveText('stopping', reason), ending };
      return (await work.move(run, 'stopping', change)) ? 'again' : context.now + LATER;
    }
    const conditions = { loss: stop.loss?.div(100) ?? null, at: stop.at ?? null };
    const books = context.isLook ? basketBooks(facts, context) : null;
    const met = basketStopMet(conditions, { books, now: context.now });
    if (met === null) return conditions.at;
    const reached = reachedOf({ reason: met, price: null, late: false, isBack: false }, context.now);
    return (await work.reach(run, reached)) ? 'again' : context.now + LATER;
  }

  async #do(step: BasketStep, look: Look): Promise<Done> {
    const { sender } = this.#deps;
    const { stored, sending } = look;
    switch (step.do) {
      case 'move':
        return doneIf(await this.#move(step, look));
      case 'place': {
        const symbol = stored.assets.find(({ number }) => number === step.order.level)?.symbol;
        return symbol ? sender.place(inPair(sending, symbol), step.order) : 'later';
      }
      case 'cancel':
      case 'read-fills': {
        const order = stored.orders.find(({ clientOrderId }) => clientOrderId === step.order.clientOrderId);
        if (!order) return 'later';
        const of = inPair(sending, order.symbol);
        return step.do === 'cancel' ? sender.cancel(of, order) : sender.readFills(of, order);
      }
      default:
        return doneIf((await this.#ask(step, look)) ?? (await this.#write(step, look)));
    }
  }

  #move({ to, reason }: Extract<BasketStep, { do: 'move' }>, { stored, facts, context }: Look): Promise<boolean> {
    const { run } = stored;
    const left = to === 'stopped' ? leftOfBasket(facts, context) : null;
    const text = [basketMoveText(to, reason), left ?? []].flat().join(' ');
    const moved = to === 'stopped' ? { ...run, reason: whyItEnds(run) } : run;
    return this.#deps.work.move(moved, to, { reason, now: context.now, text });
  }

  /** C-26, S-35: a leg beyond its owner's limit for one order waits for its owner; null where there is none. */
  async #ask(step: Written, look: Look): Promise<boolean | null> {
    if (step.do !== 'rebalance' && step.do !== 'buy') return null;
    const reason = await legFault(this.#deps, { ...look, of: step.do });
    return reason === null ? null : this.#move({ do: 'move', to: 'attention', reason }, look);
  }

  /** What belongs to it, and how its rebalancing goes on. */
  #write(step: Written, look: Look): Promise<boolean> {
    const { turns } = this.#deps;
    const { stored, context } = look;
    const { run } = stored;
    const { now } = context;
    switch (step.do) {
      case 'rebalance':
        return turns.begin(run, { ...step, text: this.#turnText(step, look), now });
      case 'buy': {
        const { turn, buys, leftOut } = step;
        return turns.buy(run, turn, { buys, text: leftOutText(leftOut, counterOf(stored)), now });
      }
      case 'finish':
        return turns.finish(run, step.turn, now);
      default:
        return this.#letGo(step, look);
    }
  }

  #letGo({ missing }: Extract<BasketStep, { do: 'let-go' }>, { stored: { run }, context }: Look): Promise<boolean> {
    const gone = missing.map(({ number, name, held, free }) => ({ number, name, amount: held.minus(free) }));
    const named = gone.map(({ name, amount }) => `${grouped(amount)} ${name}`).join(', ');
    const taken = gone.map(({ number, amount }) => ({ number, amount: amount.toFixed() }));
    const text = `${named} of it are not on the account any more: it ends without.`;
    return this.#deps.turns.take(run, taken, { text, now: context.now });
  }

  #turnText(step: Extract<BasketStep, { do: 'rebalance' }>, { stored, facts, context }: Look): string {
    const basket = basketNow(facts, context);
    return turnText(step, basket ? driftsOf(basket) : [], counterOf(stored));
  }
}

const doneIf = (isDone: boolean): Done => (isDone ? 'done' : 'later');
const counterOf = ({ assets }: StoredRun): string => assets.find(({ number }) => number === 0)?.asset ?? '';
