import { isTogether } from '../../../domain/position/books.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Cancellation, ListCancellation } from '../../../exchanges/exchange.ts';
import type { OrderStep } from '../../../domain/steps/step.ts';
import { keptEntry } from '../../../domain/position/changed-entry.ts';
import type { OrderFact } from '../../../domain/position/position.ts';
import type { EngineContext } from '../orders.ts';
import { endedWithoutAsking } from './ended-externally.ts';
import { entryDraft } from '../../../domain/position/entry-orders.ts';
import { withinAvailable } from './within-available.ts';
import { intentOf } from '../intent.ts';
import type { BlockRef } from '../store/block-view.store.ts';
import { addChangedEntry, keepEntry } from '../store/changed-entries.store.ts';
import type { BlockEvent, NewOrder } from '../store/work.store.ts';
import { blockEvent } from './block-event.ts';
import { noteSeen } from './note-seen.ts';
import { orLookedUp } from './order-lookup.ts';
import type { OrderSender } from './order-sender.ts';
import { mainEntry, whyNotSent } from './planned-copy.ts';
import { type Batch, leadsToExit, leadsToOrder, type Outcome, type PositionContext, worstOf } from './step-rules.ts';
import { draftRows, writtenDetails } from './send-orders.ts';

/** What a position in doubt has available is read again after so long, ms: each reading may cost a call. */
const NOTHING_FOR = MINUTE;
const WAITS = 'The exchange takes no more requests for now. Tandem sends the order as soon as it does.';

interface StepDeps extends Pick<
  EngineContext,
  'db' | 'clock' | 'keys' | 'markets' | 'trading' | 'free' | 'bots' | 'facts'
> {
  sender: OrderSender;
  lookUp: (clientOrderId: string) => void;
  /** M-07: not before what a key had at the start has been compared with the exchange; then the block comes back. */
  admits: (keyId: string, ref: BlockRef) => boolean;
}

/** Does one step about one position: an order is written down before it is sent. */
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
      return begun.length === 0 ? 'done' : this.#deps.sender.send(context, begun);
    }
    return this.#drop(context, orders, why);
  }

  async #drop(context: PositionContext, orders: readonly OrderFact[], why: string): Promise<Outcome> {
    for (const { clientOrderId } of orders) await this.#deps.facts.settle(clientOrderId, 'rejected', why);
    await this.#note(context, why, []);
    return 'done';
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
    const events = rows.map((row) => this.#event(context, 'order-written', writtenDetails(row)));
    // A position that has changed since it was read is read again first.
    if (!(await this.#deps.facts.store.addOrders(context.position.row, { rows, events }))) return 'done';
    return worstOf(await Promise.all(batches.map((batch) => this.#deps.sender.send(context, batch))));
  }

  async #placeEntry(context: PositionContext): Promise<Outcome> {
    const { view, position } = context;
    const draft = entryDraft({ block: view.block, exits: view.intent, position });
    if (position.row.changedEntry === 0) return this.#place(context, draft);
    const rows = draftRows(view, position, { ...draft, now: this.#deps.clock() });
    const events = rows.map((row) => this.#event(context, 'order-written', writtenDetails(row)));
    // Where its owner has asked for something else meanwhile, that is read first.
    const isWritten = await addChangedEntry(this.#deps.db, { position: position.row, rows, events });
    return isWritten ? this.#deps.sender.send(context, rows) : 'done';
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
    return orLookedUp(this.#cancelled(context, answer, together), { orders: together, lookUp: this.#deps.lookUp });
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

  /** What another process has done about it meanwhile is read first. */
  async #finish(context: PositionContext, how: (OrderStep & { do: 'finish' })['how']): Promise<Outcome> {
    const now = this.#deps.clock();
    this.#nothingUntil.delete(context.position.id);
    const reason = how === 'removed' ? endedWithoutAsking(context.position, context.view, now) : null;
    await this.#deps.facts.store.endPosition(context.position.row, {
      known: context.position.orders.map(({ id }) => id),
      set: { endReason: how, endedAt: now, ...(reason === null ? {} : { reason }) },
      events: [
        ...(reason === null ? [] : [this.#event(context, 'entry-ended', { reason })]),
        this.#event(context, 'ended', { how }),
      ],
      now,
    });
    return 'done';
  }

  #event(context: PositionContext, kind: string, details: Record<string, unknown>): BlockEvent {
    return blockEvent(context, { kind, details, at: this.#deps.clock() });
  }
}
