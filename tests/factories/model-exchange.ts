import { Big } from 'big.js';
import { floorTo } from '../../server/contracts/rules/steps.ts';
import { booksOf, ofLegs, openBase } from '../../server/domain/position/books.ts';
import { keptEntry, leftOfEntry } from '../../server/domain/position/changed-entry.ts';
import { desiredOf } from '../../server/domain/position/desired-targets.ts';
import type { Step } from '../../server/domain/steps/step.ts';
import type { PlannedOrder } from '../../server/domain/exits/exit-terms.ts';
import type { MarketContext, Leg, OrderFact, Position, Intent } from '../../server/domain/position/position.ts';
import { isLive } from '../../server/domain/position/order-state.ts';
import { XRP, big } from './block-sketch.ts';

export interface ModelTerms {
  section: 'buy' | 'sell';
  counterEarning: boolean;
  withTargets: boolean;
  intent: Intent;
  /** Of the market, before anything happens. */
  market: Big;
  /** The largest order at market. */
  mostAtMarket?: Big;
}

export type Fate = 'taken' | 'refused' | 'waits' | 'lost';
type Placing = Omit<PlannedOrder, 'leg'> & { leg: Leg };
type Steps = NonNullable<Step>;
const FEE = '0.001';

/** One position on an exchange that does what Binance documents, as plain facts in memory: no wire, no clock, no books. */
export class ModelExchange {
  readonly position: Position;
  intent: Intent;
  marketContext: MarketContext;
  ended: string | null = null;
  /** What happens to the next orders, in turn: taken, refused for good, asked to wait, or the answer lost. */
  fates: Fate[] = [];
  /** Stops that rest at once; more are refused. */
  mostStops = Infinity;
  /** The best trade since each order that trails began, by its id. */
  readonly #peaks = new Map<string, Big>();

  constructor({ section, counterEarning, withTargets, intent, market, mostAtMarket = XRP.maxQuantity }: ModelTerms) {
    this.intent = intent;
    const pair = { ...XRP, marketQuantity: { min: XRP.minQuantity, max: mostAtMarket, step: XRP.step } };
    this.marketContext = { pair, market, traded: null, fee: big(FEE), now: 1_000_000 };
    this.position = {
      id: 'main',
      section,
      counterEarning,
      price: big('0.52'),
      quantity: big('192.3'),
      withTargets: withTargets && section === 'buy' && counterEarning,
      interference: null,
      released: false,
      writtenOff: big('0'),
      retriedAt: 0,
      stopReachedAt: null,
      orders: [],
      fills: [],
    };
  }

  get market(): Big {
    return this.marketContext.market ?? this.position.price;
  }

  get live(): OrderFact[] {
    return this.position.orders.filter(({ state }) => isLive(state));
  }

  /** Does what was decided. False when it was refused or its answer is lost. */
  take(step: Steps): boolean {
    if (step.do === 'finish') this.ended = step.how;
    if (step.do === 'note-stop') this.position.stopReachedAt = this.marketContext.now;
    if (step.do === 'note-facts') {
      this.position.planFacts = step.facts;
      this.marketContext = { ...this.marketContext, seen: null };
    }
    if (step.do === 'cancel') this.#cancel(step.orders);
    if (step.do === 'drop') for (const order of step.orders) Object.assign(order, { state: 'rejected' });
    if (step.do === 'send-planned') return this.#send(step.orders);
    if (step.do === 'keep-entry') Object.assign(this.position, { ...keptEntry(this.position), changedEntry: 0 });
    if (step.do === 'place')
      return [step, ...(step.others ?? [])]
        .map(({ orders, asList }) => this.#place(orders, asList))
        .every((taken) => taken);
    return step.do === 'place-entry' ? this.#placeEntry() : true;
  }

  /** The owner wants the entry at another price, or for another amount. */
  changeEntry(price: Big, quantity: Big): void {
    const { changedEntry = 0 } = this.position;
    Object.assign(this.position, { price, quantity, changedEntry: Math.max(changedEntry, this.#nextEntry() - 1) + 1 });
  }

  #nextEntry(): number {
    return ofLegs(this.position, ['entry']).reduce((last, { attempt }) => Math.max(last, attempt), 0) + 1;
  }

  /** The owner closes a part at market: written down, not sent. */
  closePart(quantity: Big): void {
    const side = this.position.section === 'buy' ? 'sell' : 'buy';
    this.#write({ leg: 'close', side, type: 'market', price: null, stopPrice: null, quantity }, null, 'planned');
  }

  #send(orders: readonly OrderFact[]): boolean {
    const fate = this.fates.shift() ?? 'taken';
    const state = ({ taken: 'open', refused: 'rejected', waits: 'expired', lost: 'unknown' } as const)[fate];
    for (const order of orders) {
      Object.assign(order, { state, exchangeOrderId: fate === 'taken' ? order.id : null });
      if (fate === 'taken') this.#trade(order, big(1));
    }
    return fate === 'taken';
  }

  /** Time passes and the market moves; whatever it reaches fills by a part of what is left of it. */
  move(to: Big, part: Big, ms: number): void {
    const { low = to, high = to } = this.marketContext.traded ?? {};
    const traded = { low: low.lt(to) ? low : to, high: high.gt(to) ? high : to };
    this.marketContext = { ...this.marketContext, market: to, traded, now: this.marketContext.now + ms };
    for (const order of this.position.orders) {
      this.#follow(order);
      const works = order.state === 'open' || order.state === 'partly-filled';
      if (works && this.#isReached(order)) this.#trade(order, order.stopPrice ? big(1) : part);
    }
  }

  /** There and back again, between two looks. */
  touch(price: Big): void {
    const { market } = this;
    this.move(price, big(1), 0);
    this.move(market, big(1), 0);
  }

  /** Until its next look, what was traded is kept; while an answer is out, longer. */
  looked(): void {
    if (!this.isUnsure) this.marketContext = { ...this.marketContext, traded: null };
  }

  get isUnsure(): boolean {
    return this.position.orders.some(({ state }) => state === 'sending' || state === 'unknown');
  }

  /** The answers that were lost are found: taken, or never received. */
  find(taken: boolean): void {
    for (const order of this.position.orders.filter(({ state }) => state === 'unknown')) {
      order.state = taken ? 'open' : order.leg === 'entry' && order.attempt === 1 ? 'rejected' : 'expired';
      order.updatedAt = this.marketContext.now;
      if (taken) order.exchangeOrderId = order.id;
      if (taken && (order.type === 'market' || this.#isReached(order))) this.#trade(order, big(1));
    }
  }

  #placeEntry(): boolean {
    const { section: side, price } = this.position;
    const quantity = leftOfEntry(this.position);
    const withTargets = this.position.withTargets && quantity.eq(this.position.quantity);
    const { takeProfits, stop } = this.intent;
    const exit = { side: 'sell', quantity: big(0) } as const;
    const legs: Placing[] = [{ leg: 'entry', side, type: 'limit', price, stopPrice: null, quantity }];
    for (const { price: at } of withTargets ? takeProfits : [])
      legs.push({ ...exit, leg: 'take-profit', type: 'limit', price: at, stopPrice: null });
    if (withTargets && stop) legs.push({ ...exit, leg: 'stop-loss', type: 'stop', price: null, stopPrice: stop.price });
    const taken = this.#place(legs, legs.length > 1);
    const entry = ofLegs(this.position, ['entry']).at(-1);
    const isMember = ({ leg, state, clientListId }: OrderFact) =>
      leg !== 'entry' && state === 'open' && clientListId !== null && clientListId === entry?.clientListId;
    for (const order of this.position.orders.filter(isMember)) order.state = 'pending';
    if (entry?.state === 'open' && this.#isReached(entry)) this.#trade(entry, big(1));
    return taken;
  }

  #place(planned: readonly Placing[], asList: boolean): boolean {
    const fate = this.#isRefused(planned) ? 'refused' : (this.fates.shift() ?? 'taken');
    const isFirst = planned.some(({ leg }) => leg === 'entry') && this.#nextEntry() === 1;
    const state = (
      { taken: 'open', refused: 'rejected', waits: isFirst ? 'rejected' : 'expired', lost: 'unknown' } as const
    )[fate];
    const list = asList ? `list-${this.position.orders.length}` : null;
    const placed = planned.map((each) => this.#write(each, list, state));
    if (fate !== 'taken') return false;
    for (const order of placed) {
      this.#follow(order);
      const atOnce = order.type === 'market' || (order.leg !== 'entry' && !asList && this.#isReached(order));
      if (atOnce) this.#trade(order, big(1));
    }
    return true;
  }

  #write(planned: Placing, clientListId: string | null, state: OrderFact['state']): OrderFact {
    const { orders } = this.position;
    const order: OrderFact = {
      ...planned,
      id: `order-${orders.length}`,
      attempt:
        planned.leg === 'entry'
          ? Math.max(this.#nextEntry(), this.position.changedEntry ?? 0)
          : orders.filter(({ leg }) => leg === planned.leg).length + 1,
      clientOrderId: `client-${orders.length}`,
      clientListId,
      isExternal: false,
      externalClientId: null,
      externalListId: null,
      exchangeOrderId: state === 'open' ? String(orders.length) : null,
      price: planned.price ?? big(0),
      plan: desiredOf(this.position, this.intent).plan ?? 0,
      trailingDelta: planned.trailingDelta ?? null,
      state,
      reason: state === 'open' ? null : 'refused by the model',
      filledQuantity: big(0),
      filledCounterQuantity: big(0),
      cancelAsked: false,
      expiryReason: null,
      placedAt: this.marketContext.now,
      filledAt: null,
      updatedAt: this.marketContext.now,
    };
    orders.push(order);
    return order;
  }

  /** Both targets of a list lie about the market; a stop alone may not trigger at once. */
  #isRefused(planned: readonly Placing[]): boolean {
    if (planned.some(({ leg }) => leg === 'entry')) return false;
    const stops = (orders: readonly Pick<OrderFact, 'stopPrice'>[]) =>
      orders.filter(({ stopPrice }) => stopPrice).length;
    if (stops(planned) > 0 && stops(this.live) + stops(planned) > this.mostStops) return true;
    return planned.some(
      ({ type, side, price, stopPrice, trailingDelta }) =>
        type !== 'market' &&
        !trailingDelta &&
        (stopPrice !== null || planned.length > 1) &&
        this.#isReached({ side, price: price ?? big(0), stopPrice }),
    );
  }

  /** Binance: the trigger of a sale is the highest trade since it began, less its distance. */
  #follow({ id, side, trailingDelta, stopPrice }: OrderFact): void {
    if (!trailingDelta || !stopPrice) return;
    const known = this.#peaks.get(id) ?? this.market;
    const isBetter = side === 'sell' ? this.market.gt(known) : this.market.lt(known);
    this.#peaks.set(id, isBetter ? this.market : known);
  }

  /** Where an order that trails is set off now; else its stop price. */
  triggerOf({ id, side, trailingDelta, stopPrice }: OrderFact): Big | null {
    const peak = this.#peaks.get(id);
    if (!peak || !trailingDelta) return stopPrice;
    const distance = big(trailingDelta).div(10_000);
    return peak.times(side === 'sell' ? big(1).minus(distance) : big(1).plus(distance));
  }

  #isReached(order: Pick<OrderFact, 'side' | 'price' | 'stopPrice'> | OrderFact): boolean {
    const { side, price, stopPrice } = order;
    const isAbove = (side === 'sell') === (stopPrice === null);
    const at = ('id' in order ? this.triggerOf(order) : stopPrice) ?? price;
    return isAbove ? this.market.gte(at) : this.market.lte(at);
  }

  #cancel(orders: readonly OrderFact[]): void {
    const listId = orders.find(({ clientListId }) => clientListId !== null)?.clientListId;
    const together = listId ? this.live.filter(({ clientListId }) => clientListId === listId) : orders.slice(0, 1);
    for (const order of together)
      Object.assign(order, { state: 'cancelled', cancelAsked: true, updatedAt: this.marketContext.now });
  }

  #trade(order: OrderFact, part: Big): void {
    const { step } = this.marketContext.pair;
    const left = order.quantity.minus(order.filledQuantity);
    const share = floorTo(step, left.times(part));
    const quantity = share.gt(0) ? share : left;
    const price = order.price.gt(0) ? order.price : this.market;
    const brings = order.side === 'buy' ? quantity : quantity.times(price);
    this.position.fills.push({
      orderId: order.id,
      price,
      quantity,
      commission: brings.times(FEE),
      commissionAsset: order.side === 'buy' ? 'XRP' : 'USDT',
      tradedAt: this.marketContext.now,
    });
    const filledQuantity = order.filledQuantity.plus(quantity);
    const state = filledQuantity.eq(order.quantity) ? 'filled' : 'partly-filled';
    Object.assign(order, {
      filledQuantity,
      state,
      filledAt: this.marketContext.now,
      updatedAt: this.marketContext.now,
    });
    this.#followUp(order);
  }

  /** Of a pair the other one expires with the first trade; behind an entry both come to work with its last. */
  #followUp(order: OrderFact): void {
    const others = this.live.filter((each) => each !== order && each.clientListId === order.clientListId);
    if (order.clientListId === null) return;
    if (order.leg !== 'entry') {
      for (const other of others) Object.assign(other, { state: 'expired', expiryReason: 'OCO_TRIGGER' });
      return;
    }
    if (order.state !== 'filled') return;
    const held = openBase(this.position, booksOf(this.position, this.marketContext.pair));
    for (const other of others)
      Object.assign(other, { state: 'open', quantity: floorTo(this.marketContext.pair.step, held) });
  }
}
