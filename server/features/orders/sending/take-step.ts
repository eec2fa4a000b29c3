import { isTogether } from '../../../domain/position/books.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Cancellation, ListCancellation } from '../../../exchanges/exchange.ts';
import type { OrderStep } from '../../../domain/next-step.ts';
import { claimOf, isShort } from '../../../domain/position/claims.ts';
import { keptEntry } from '../../../domain/position/changed-entry.ts';
import type { OrderFact } from '../../../domain/position/position.ts';
import type { EngineContext } from '../orders.ts';
import { availableBase } from './available-base.ts';
import { endedWithoutAsking } from './ended-externally.ts';
import { entryDraft } from '../../../domain/position/entry-orders.ts';
import { withinAvailable } from './within-available.ts';
import { intentOf } from '../intent.ts';
import type { BlockRef, OrderRow } from '../store/block-view.store.ts';
import { addChangedEntry, keepEntry } from '../store/changed-entries.store.ts';
import type { BlockEvent, NewOrder } from '../store/work.store.ts';
import { noteSeen } from './note-seen.ts';
import { mainEntry, whyNotSent } from './planned-copy.ts';
import {
  type Batch,
  isExit,
  isFollowing,
  isNotRefused,
  isRepeated,
  isShortOfFunds,
  leadsToExit,
  leadsToOrder,
  mayCostMore,
  type Outcome,
  type PositionContext,
  worstOf,
} from './step-rules.ts';
import { type Sent, draftRows, heldBack, sendOrders, writtenDetails } from './send-orders.ts';

/** Ms from writing an order down to sending it; the exchange's word that it has none is final after 20 s. */
const SENT_WITHIN = 10_000;
/** What a position in doubt has available is read again after so long, ms: each reading may cost a call. */
const NOTHING_FOR = MINUTE;
const WAITS = 'The exchange takes no more requests for now. Tandem sends the order as soon as it does.';
const HELD_UP = 'This order was held up for more than 10 s here and was not sent.';

interface StepDeps extends Pick<
  EngineContext,
  'db' | 'clock' | 'keys' | 'markets' | 'trading' | 'free' | 'bots' | 'facts' | 'inFlight' | 'watch'
> {
  lookUp: (clientOrderId: string) => void;
  /** M-07: not before what a key had at the start has been compared with the exchange; then the block comes back. */
  admits: (keyId: string, ref: BlockRef) => boolean;
}
type NotTaken = Exclude<Sent, { outcome: 'accepted' }>;

export interface SentOrders {
  outcome: Outcome;
  /** Those of which the exchange's answer was news, as they stand by it. */
  taken: OrderRow[];
}

/** Does one step about one position: written down before it is sent, its answer written down after. */
export class StepTaker {
  readonly #deps: StepDeps;
  /** Positions in doubt of which nothing could be sold: not asked about before, UTC epoch ms. */
  readonly #nothingUntil = new Map<string, number>();

  constructor(deps: StepDeps) {
    this.#deps = deps;
  }

  /** Whether it could be done; what was refused or lost is not tried again at once. */
  async take(context: PositionContext, step: OrderStep): Promise<Outcome> {
    return (await this.#heldBack(context, step)) ?? this.#take(context, step);
  }

  /** Why nothing is done just now; null where nothing is in the way. */
  async #heldBack(context: PositionContext, step: OrderStep): Promise<Outcome | null> {
    const closed = this.#closed(context);
    const isClosed = closed !== null && leadsToOrder(context, step);
    const mustWait = !isClosed && leadsToExit(context, step) && this.#mustWait(context);
    if (!isClosed && !mustWait) return null;
    const why = isClosed ? closed : WAITS;
    if (context.position.row.reason !== why) await this.#note(context, why, []);
    return isClosed ? 'refused' : 'waits';
  }

  async #take(context: PositionContext, step: OrderStep): Promise<Outcome> {
    if (step.do === 'note-stop' || step.do === 'note-facts') return noteSeen(this.#deps, context, step);
    if (step.do === 'place-entry') return this.#placeEntry(context);
    if (step.do === 'keep-entry') return this.#keepEntry(context, step.because);
    if (step.do === 'place') return this.#placeWithin(context, step);
    if (step.do === 'send-planned') return this.#sendPlanned(context, step.orders);
    if (step.do === 'drop') return this.#drop(context, step.orders, step.because);
    return step.do === 'cancel' ? this.#cancel(context, step) : this.#finish(context, step.how);
  }

  /** M-18: nothing is written down, and nothing that protects taken down, for an order that could not be sent now. */
  #mustWait({ view, key }: PositionContext): boolean {
    return this.#deps.markets.exchange(view.block.market).orderWait(key.credentials, { isExit: true }) > 0;
  }

  async #placeWithin(context: PositionContext, step: OrderStep & { do: 'place' }): Promise<Outcome> {
    const { id, interference } = context.position;
    const now = this.#deps.clock();
    if (interference && now < (this.#nothingUntil.get(id) ?? 0)) return 'refused';
    const within = await withinAvailable(this.#deps, context, step);
    if (within) return this.#place(context, within);
    this.#nothingUntil.set(id, now + NOTHING_FOR);
    return 'refused';
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
    const { markets, inFlight, watch } = this.#deps;
    watch(context.view.block.userId, context.key);
    const ends = rows.map((row) => inFlight.begin(row.clientOrderId, context.key.keyId));
    try {
      const held = this.#closed(context) ?? this.#lateness(rows);
      const exchange = markets.exchange(context.view.block.market);
      const batch = { rows, atOnceOrNever: isFollowing(context, rows) };
      const sent = held === null ? await sendOrders(exchange, context.key.credentials, batch) : heldBack(held);
      return await this.#orLookedUp(rows, this.#answered(context, rows, sent));
    } finally {
      for (const end of ends) end();
    }
  }

  /** Where what the exchange said of them cannot be written down, it is asked again. */
  async #orLookedUp<T>(orders: readonly Pick<OrderRow, 'clientOrderId'>[], written: Promise<T>): Promise<T> {
    try {
      return await written;
    } catch (error) {
      for (const { clientOrderId } of orders) this.#deps.lookUp(clientOrderId);
      throw error;
    }
  }

  /** By then another process may have looked for it, not found it, and given it up (F-25). */
  #lateness([first]: readonly NewOrder[]): string | null {
    return first && this.#deps.clock() - first.placedAt > SENT_WITHIN ? HELD_UP : null;
  }

  #closed({ view }: PositionContext): string | null {
    return this.#deps.trading.refusal(view.block.userId);
  }

  /** An order that another process wrote, or a copy that waits for the main key's answer: sent unless it is late by then. */
  async #sendPlanned(context: PositionContext, orders: readonly OrderFact[]): Promise<Outcome> {
    const { facts, markets, clock, admits, trading } = this.#deps;
    const { view, position } = context;
    const { userId, id: blockId, market, symbol } = view.block;
    if (!admits(position.keyId, { userId, blockId })) return 'unknown';
    const main = position.row.ordinal === 0 ? 'taken' : mainEntry(view);
    if (main === 'unsure') return 'unknown';
    const now = clock();
    const price = markets.lastPrice(market, symbol)?.price ?? null;
    const [order] = orders;
    const late = order ? whyNotSent({ view, position }, { order, main, market: price, now }) : null;
    const why = late ?? (order?.leg === 'entry' ? trading.entryRefusal(userId, position.keyId) : null);
    if (why === null) {
      const begun = await facts.store.begin({ userId, ids: orders.map(({ id }) => id), now });
      return begun.length === 0 ? 'done' : this.send(context, begun);
    }
    return this.#drop(context, orders, why);
  }

  async #drop(context: PositionContext, orders: readonly OrderFact[], why: string): Promise<Outcome> {
    for (const { clientOrderId } of orders) await this.#deps.facts.settle(clientOrderId, 'rejected', why);
    await this.#note(context, why, []);
    return 'done';
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
    // Asked to wait, or short of what may well be there: it is tried again after a while.
    const isLater = isUnfunded || (isRepeated(context, rows) && sent.retryAfter !== undefined);
    const state = isLater ? 'expired' : 'rejected';
    for (const { clientOrderId } of rows) await facts.settle(clientOrderId, state, sent.sentence);
    await this.#refused(context, { sentence: sent.sentence, isSpent: isUnfunded && (await this.#isSpent(context)) });
    return 'refused';
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
    const set = { reason: sentence, ...(isSpent ? { interference: 'balance-spent' as const } : {}) };
    // What is in doubt already keeps its amounts.
    const isNews = isSpent && !context.position.interference;
    const events = isNews ? [this.#event(context, 'interference', { kind: 'balance-spent' })] : [];
    await this.#deps.facts.store.changePosition(context.position.row, { set, events, now: this.#deps.clock() });
  }

  /** All are written down before any is sent; then they go out together. */
  async #place(context: PositionContext, { others = [], ...first }: Batch & { others?: Batch[] }): Promise<Outcome> {
    // Of a plan that was put back the orders belong to it.
    const { plan = 0 } = intentOf(context.view, context.position);
    const block = { ...context.view.block, plan };
    const now = this.#deps.clock();
    const batches: NewOrder[][] = [];
    for (const batch of [first, ...others]) {
      const before = batches.flat().map(({ leg, attempt = 0 }) => ({ leg, attempt }));
      const orders = [...context.position.orders, ...before];
      batches.push(draftRows({ block }, { ...context.position, orders }, { ...batch, now }));
    }
    const rows = batches.flat();
    const written = rows.map((row) => this.#event(context, 'order-written', writtenDetails(row)));
    await this.#deps.facts.store.addOrders(rows, written);
    return worstOf(await Promise.all(batches.map((batch) => this.send(context, batch))));
  }

  async #placeEntry(context: PositionContext): Promise<Outcome> {
    const { view, position } = context;
    const draft = entryDraft({ block: view.block, exits: view.intent, position });
    if (position.row.changedEntry === 0) return this.#place(context, draft);
    const rows = draftRows(view, position, { ...draft, now: this.#deps.clock() });
    const events = rows.map((row) => this.#event(context, 'order-written', writtenDetails(row)));
    // Where its owner has asked for something else meanwhile, that is read first.
    const isWritten = await addChangedEntry(this.#deps.db, { position: position.row, rows, events });
    return isWritten ? this.send(context, rows) : 'done';
  }

  async #keepEntry(context: PositionContext, because: string): Promise<Outcome> {
    const { position } = context;
    const event = this.#event(context, 'entry-kept', { because });
    const terms = keptEntry(position);
    await keepEntry(this.#deps.db, { position: position.row, terms, event, now: this.#deps.clock() });
    return 'done';
  }

  /** The members of a list go together; whatever else, one by one. */
  async #cancel(context: PositionContext, { orders, because }: OrderStep & { do: 'cancel' }): Promise<Outcome> {
    const { facts, markets } = this.#deps;
    const { view, position, key } = context;
    const first = orders.find(({ clientListId }) => clientListId !== null) ?? orders[0];
    if (!first) return 'done';
    const { clientListId } = first;
    const together = position.orders.filter((order) => isTogether(order, first));
    const event = this.#event(context, 'cancel-asked', { legs: together.map(({ leg }) => leg), because });
    await facts.store.askCancel({ userId: view.block.userId, ids: together.map(({ id }) => id), event });
    const exchange = markets.exchange(view.block.market);
    const { symbol } = view.block;
    const answer = clientListId
      ? await exchange.cancelList(key.credentials, { symbol, clientListId })
      : await exchange.cancel(key.credentials, {
          symbol,
          clientOrderId: first.externalClientId ?? first.clientOrderId,
        });
    return this.#orLookedUp(together, this.#cancelled(context, answer, together));
  }

  async #cancelled(
    context: PositionContext,
    answer: Cancellation | ListCancellation,
    orders: readonly OrderFact[],
  ): Promise<Outcome> {
    const { facts, lookUp } = this.#deps;
    if (answer.outcome === 'rejected') {
      const { sentence } = answer;
      const isReported = context.position.row.reason === sentence;
      await this.#note(context, sentence, isReported ? [] : [this.#event(context, 'cancel-refused', { sentence })]);
      return 'refused';
    }
    if (answer.outcome === 'unknown') {
      for (const { clientOrderId } of orders) lookUp(clientOrderId);
      return 'unknown';
    }
    for (const fact of 'list' in answer ? answer.list.orders : [answer.order]) await facts.apply(context.key, fact);
    if (context.position.row.reason !== null) await this.#note(context, null, []);
    return 'done';
  }

  /** What stands in the way of a position, until it does no more. */
  #note({ position }: PositionContext, reason: string | null, events: readonly BlockEvent[]): Promise<void> {
    return this.#deps.facts.store.changePosition(position.row, { set: { reason }, events, now: this.#deps.clock() });
  }

  async #finish(context: PositionContext, how: (OrderStep & { do: 'finish' })['how']): Promise<Outcome> {
    const now = this.#deps.clock();
    this.#nothingUntil.delete(context.position.id);
    const reason = how === 'removed' ? endedWithoutAsking(context.position, context.view, now) : null;
    await this.#deps.facts.store.changePosition(context.position.row, {
      set: { endReason: how, endedAt: now, ...(reason === null ? {} : { reason }) },
      events: [
        ...(reason === null ? [] : [this.#event(context, 'entry-ended', { reason })]),
        this.#event(context, 'ended', { how }),
      ],
      now,
    });
    return 'done';
  }

  #event({ view, position }: PositionContext, kind: string, details: Record<string, unknown>): BlockEvent {
    const { userId, id: blockId } = view.block;
    return { userId, blockId, positionId: position.id, kind, details, at: this.#deps.clock() };
  }
}
