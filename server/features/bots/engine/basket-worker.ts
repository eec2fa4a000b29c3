import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import {
  type BasketContext,
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

interface WorkerDeps extends Pick<BotDeps, 'clock' | 'keys' | 'markets' | 'trading' | 'claims'> {
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

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** An order of one of its pairs. */
const inPair = (sending: Sending, symbol: string): Sending => ({ ...sending, run: { ...sending.run, symbol } });

/** B-1 to B-6: works on baskets, one pass at a time. */
export class BasketWorker {
  readonly #deps: WorkerDeps;
  /** The minute, UTC, at whose close each was looked at last; of one that this process sees first, the running one. */
  readonly #looked = new Map<string, number>();

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  forget(runId: string): void {
    this.#looked.delete(runId);
  }

  /** Answers when to look again, or that something has changed. */
  async pass(pass: Pass): Promise<Next> {
    const { stored, sending } = pass;
    const compared = await this.#lookUp(pass);
    if (compared === 'again') return 'again';
    const minute = Math.floor(this.#deps.clock() / MINUTE);
    const isLook = minute > (this.#looked.get(stored.run.id) ?? minute);
    const facts = basketFactsOf(stored);
    const asksFree = isLook && stored.run.state === 'running';
    const free = asksFree
      ? await freeOfBasket(this.#deps, { userId: stored.run.userId, key: sending.key, facts }, (asset) =>
          this.#deps.purses.freeOf(stored.run.keyId, asset),
        )
      : null;
    const context = basketContextOf(this.#deps, stored, { isLook, free });
    if (!context) return this.#deps.clock() + LATER;
    this.#looked.set(stored.run.id, minute);
    const look = { ...pass, facts, context };
    const stopped = await this.#stop(look);
    if (stopped === 'again') return 'again';
    const decision = basketStep(basketRulesOf(stored), facts, context);
    const again = [compared, stopped, decision.again].reduce(earlier);
    if (decision.steps.length === 0) return again;
    let isNews = false;
    for (const step of decision.steps) isNews = (await this.#do(step, look)) === 'done' || isNews;
    return isNews ? 'again' : context.now + LATER;
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
    const { sender, work, turns } = this.#deps;
    const { stored, sending, context } = look;
    const { run, assets } = stored;
    const { now } = context;
    switch (step.do) {
      case 'move': {
        const { to, reason } = step;
        return doneIf(await work.move(run, to, { reason, now, text: basketMoveText(to, reason) }));
      }
      case 'rebalance':
        return doneIf(await turns.begin(run, { ...step, text: this.#turnText(step, look), now }));
      case 'buy': {
        const { turn, buys, leftOut } = step;
        return doneIf(await turns.buy(run, turn, { buys, text: leftOutText(leftOut, counterOf(stored)), now }));
      }
      case 'finish':
        return doneIf(await turns.finish(run, step.turn, now));
      case 'place': {
        const symbol = assets.find(({ number }) => number === step.order.level)?.symbol;
        return symbol ? sender.place(inPair(sending, symbol), step.order) : 'later';
      }
      default: {
        const order = stored.orders.find(({ clientOrderId }) => clientOrderId === step.order.clientOrderId);
        if (!order) return 'later';
        const of = inPair(sending, order.symbol);
        return step.do === 'cancel' ? sender.cancel(of, order) : sender.readFills(of, order);
      }
    }
  }

  #turnText(step: Extract<BasketStep, { do: 'rebalance' }>, { stored, facts, context }: Look): string {
    const basket = basketNow(facts, context);
    return turnText(step, basket ? driftsOf(basket) : [], counterOf(stored));
  }
}

const doneIf = (isDone: boolean): Done => (isDone ? 'done' : 'later');
const counterOf = ({ assets }: StoredRun): string => assets.find(({ number }) => number === 0)?.asset ?? '';
