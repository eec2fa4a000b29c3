import { claimOf, isShort } from '../../../domain/position/claims.ts';
import type { EngineContext } from '../orders.ts';
import type { OrderRow } from '../store/block-view.store.ts';
import type { NewOrder } from '../store/work.store.ts';
import { availableBase } from './available-base.ts';
import { blockEvent } from './block-event.ts';
import { orLookedUp } from './order-lookup.ts';
import { type Sent, heldBack, sendOrders } from './send-orders.ts';
import {
  isClose,
  isExit,
  isFollowing,
  isNotRefused,
  isRepeated,
  isShortOfFunds,
  mayCostMore,
  type Outcome,
  type PositionContext,
  worstOf,
} from './step-rules.ts';

/** Ms from writing an order down to sending it; the exchange's word that it has none is final after 20 s. */
const SENT_WITHIN = 10_000;
const HELD_UP = 'This order was held up for more than 10 s here and was not sent.';

interface SenderDeps extends Pick<
  EngineContext,
  'db' | 'clock' | 'keys' | 'markets' | 'trading' | 'free' | 'bots' | 'facts' | 'inFlight' | 'watch'
> {
  lookUp: (clientOrderId: string) => void;
}
type NotTaken = Exclude<Sent, { outcome: 'accepted' }>;

export interface SentOrders {
  outcome: Outcome;
  /** Those of which the exchange's answer was news, as they stand by it. */
  taken: OrderRow[];
}

/** Sends orders that are written down already, once, and writes down what the exchange answers. */
export class OrderSender {
  readonly #deps: SenderDeps;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** Sends what stands in the books as 'sending': a list in one call, the limits of an entry in one each, all at once. */
  async send(context: PositionContext, rows: readonly NewOrder[]): Promise<Outcome> {
    return (await this.sendNew(context, rows)).outcome;
  }

  /** The same with the orders as they stand by the exchange's answer. */
  async sendNew(context: PositionContext, rows: readonly NewOrder[]): Promise<SentOrders> {
    const [first] = rows;
    if (!first || rows.length === 1 || first.clientListId) return this.#sendOne(context, rows);
    const all = await Promise.all(rows.map((row) => this.#sendOne(context, [row])));
    const outcomes = all.map(({ outcome }) => outcome);
    // What was taken is an entry, whatever else was refused.
    const outcome = outcomes.every((each) => each === 'refused') ? 'refused' : worstOf(outcomes.filter(isNotRefused));
    return { outcome, taken: all.flatMap(({ taken }) => taken) };
  }

  async #sendOne(context: PositionContext, rows: readonly NewOrder[]): Promise<SentOrders> {
    const { markets, trading, inFlight, lookUp, watch } = this.#deps;
    const { userId, market } = context.view.block;
    watch(userId, context.key);
    const ends = rows.map((row) => inFlight.begin(row.clientOrderId, context.key.keyId));
    try {
      const held = trading.refusal(userId) ?? this.#lateness(rows);
      const exchange = markets.exchange(market);
      const batch = { rows, atOnceOrNever: isFollowing(context, rows) };
      const sent = held === null ? await sendOrders(exchange, context.key.credentials, batch) : heldBack(held);
      return await orLookedUp(this.#answered(context, rows, sent), { orders: rows, lookUp });
    } finally {
      for (const end of ends) end();
    }
  }

  /** By then another process may have looked for it, not found it, and given it up (F-25). */
  #lateness([first]: readonly NewOrder[]): string | null {
    return first && this.#deps.clock() - first.placedAt > SENT_WITHIN ? HELD_UP : null;
  }

  async #answered(context: PositionContext, rows: readonly NewOrder[], sent: Sent): Promise<SentOrders> {
    if (sent.outcome !== 'accepted') return { outcome: await this.#notTaken(context, rows, sent), taken: [] };
    const taken: OrderRow[] = [];
    for (const order of sent.orders) {
      const row = await this.#deps.facts.apply(context.key, order);
      if (row) taken.push(row);
    }
    await this.#taken(context);
    return { outcome: 'done', taken };
  }

  async #notTaken(context: PositionContext, rows: readonly NewOrder[], sent: NotTaken): Promise<Outcome> {
    const { facts, lookUp } = this.#deps;
    if (sent.outcome === 'unknown') {
      for (const { clientOrderId } of rows) {
        await facts.settle(clientOrderId, 'unknown', sent.reason);
        lookUp(clientOrderId);
      }
      return 'unknown';
    }
    const isUnfunded = isExit(rows) && isShortOfFunds(sent) && !mayCostMore(context);
    // Asked to wait, halted, or short of what may well be there: it is tried again after a while.
    const mustWait = sent.retryAfter !== undefined || (!isClose(rows) && this.#isHalted(context));
    const isLater = isUnfunded || (isRepeated(context, rows) && mustWait);
    const state = isLater ? 'expired' : 'rejected';
    for (const { clientOrderId } of rows) await facts.settle(clientOrderId, state, sent.sentence);
    await this.#refused(context, { sentence: sent.sentence, isSpent: isUnfunded && (await this.#isSpent(context)) });
    return 'refused';
  }

  /** A refusal says so first: it has the pair's status read anew. */
  #isHalted({ view: { block } }: PositionContext): boolean {
    const pair = this.#deps.markets.findExchangePair(block.market, block.symbol);
    return pair !== null && pair.status !== 'trading';
  }

  /** V-08: the exchange's word is not enough; its balance says whether what the position holds can still be there. */
  async #isSpent(context: PositionContext): Promise<boolean> {
    const { view, position } = context;
    const pair = this.#deps.markets.findExchangePair(view.block.market, view.block.symbol);
    const available = await availableBase(this.#deps, { view, position });
    if (!pair || available === 'unknown') return false;
    const { quantity } = claimOf(position, pair);
    const { there } = available;
    // The orders of a plan are not cut to what is free.
    return view.intent.plan ? quantity.minus(there).gte(pair.step) : isShort(quantity, there, pair.step);
  }

  /** What went wrong before is over, unless this stands in for what the exchange refused. */
  async #taken({ position: { row, orders, retriedAt } }: PositionContext): Promise<void> {
    const isStandIn = orders.some(({ state, placedAt }) => state === 'rejected' && placedAt >= retriedAt);
    if (row.reason === null || isStandIn) return;
    await this.#deps.facts.store.changePosition(row, { set: { reason: null }, events: [], now: this.#deps.clock() });
  }

  async #refused(
    context: PositionContext,
    { sentence, isSpent }: { sentence: string; isSpent: boolean },
  ): Promise<void> {
    const now = this.#deps.clock();
    const set = { reason: sentence, ...(isSpent ? { interference: 'balance-spent' as const } : {}) };
    // What is in doubt already keeps its amounts.
    const isNews = isSpent && !context.position.interference;
    const spent = { kind: 'interference', details: { kind: 'balance-spent' }, at: now };
    const events = isNews ? [blockEvent(context, spent)] : [];
    await this.#deps.facts.store.changePosition(context.position.row, { set, events, now });
  }
}
