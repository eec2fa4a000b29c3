import type { Big } from 'big.js';
import { ZERO, max, min } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { type OrderBook, type QuietRange, quietRange } from '../books/order-book.ts';
import type { Account } from '../model/matching-account.ts';
import type { MarketTrade, Print, TradedMarket } from '../model/market.ts';
import { type ListDraft, ordersOf } from '../model/order-list.ts';
import {
  type Draft,
  type Fill,
  type Order,
  type OrderList,
  type OrderSide,
  type TimeInForce,
  hasTrigger,
  isMarketable,
  isOpen,
  remaining,
  spends,
} from '../model/order.ts';
import { OrderRefusal } from '../model/refusal.ts';
import { checkArrival, checkPair, checkSpread } from '../rules/arrival.ts';
import { isTrading } from '../rules/symbol-status.ts';
import { type MatchingDeps, Lifecycle } from './lifecycle.ts';
import { type ListContext, checkFunds, lockFor, reviewList } from './list-lifecycle.ts';
import { matchTaker, quantityFor } from './taker-match.ts';

const EXPIRY: Record<TimeInForce, string> = {
  GTC: 'INSUFFICIENT_LIQUIDITY',
  IOC: 'UNFILLED_IOC_QUANTITY_EXPIRED',
  FOK: 'UNFILLED_FOK_ORDER_EXPIRED',
};

export interface Placed {
  order: Order;
  fills: Fill[];
}
/** As it all stood when the working order had met the market, and its legs had not yet followed. */
export interface PlacedList {
  list: OrderList;
  orders: Order[];
  /** Of the working order. */
  fills: Fill[];
}

/** Where money changes hands: synchronous from the first lock to the last consequence, so that nothing can come between. */
export class Matching {
  readonly #deps: MatchingDeps;
  readonly #life: Lifecycle;
  readonly #lists: ListContext;

  constructor(deps: MatchingDeps) {
    this.#deps = deps;
    this.#life = new Lifecycle(deps);
    this.#lists = { ...deps, life: this.#life, activate: (leg) => this.#activate(leg) };
  }

  /** An order whose filters are checked. Throws the refusal. */
  place(account: Account, draft: Draft): Placed {
    const book = this.#life.book(draft.pair.symbol);
    const order = this.#orderOf(account, draft, book);
    if (order.quantity.lt(draft.pair.minQty)) throw new OrderRefusal('book-below-lot-size');
    checkArrival(order, book);
    if (order.type === 'MARKET') checkFunds(order, this.#life);
    this.#life.beginTrails([order]);
    this.#life.reserve(account, order, lockFor(order));
    order.orderId = this.#deps.nextId.order();
    this.#life.open(order);
    const fills = this.#send(order);
    this.#settle(book);
    return { order, fills };
  }

  /** A list whose orders' filters are checked. Throws the refusal. */
  placeList(account: Account, draft: ListDraft): PlacedList {
    const book = this.#life.book(draft.pair.symbol);
    const list = this.#listOf(account, draft, book);
    const { working, legs } = list;
    if (working) {
      checkArrival(working, book);
      checkSpread(legs);
      this.#life.reserve(account, working, lockFor(working));
    } else {
      checkPair(legs, book);
      this.#life.beginTrails(legs);
      this.#reservePair(account, legs);
    }
    list.orderListId = this.#deps.nextId.list();
    account.lists.set(list.orderListId, list);
    this.#deps.listener.listChanged(list);
    for (const order of ordersOf(list)) {
      order.orderId = this.#deps.nextId.order();
      this.#life.open(order);
    }
    this.#deps.listener.listReported(account, list);
    const fills = (working ? [working] : legs).flatMap((order) => this.#send(order));
    const placed = { list: { ...list }, orders: ordersOf(list).map(copyOf), fills };
    this.#settle(book);
    return placed;
  }

  /** Cancels an order, or the whole list that it is in; answers what it canceled. */
  cancel(order: Order, cancelId: string): Order[] {
    const canceled = (order.list ? ordersOf(order.list) : [order]).filter(isOpen);
    for (const each of canceled) this.#life.end(each, { status: 'CANCELED', cancelId });
    this.#settle(this.#life.book(order.pair.symbol));
    return canceled;
  }

  /** A trade of the market at large: it fills the orders it reaches, and their quantity is part of it. A symbol that does not trade has none. */
  trade(market: TradedMarket, { price, qty, buyerMaker }: Print): void {
    if (!isTrading(market)) return;
    const { symbol } = market.pair;
    const book = this.#life.book(symbol);
    const firstId = market.tradeId + 1;
    market.quote = price;
    const total = this.#fillReached(book, { price, qty }).plus(qty);
    market.tradeId += 1;
    const time = this.#deps.now();
    this.#print(market, { symbol, firstId, id: market.tradeId, price, qty: total, time, buyerMaker });
    this.#settle(book);
  }

  /** Puts an order back where it waited before a restart. */
  restore(account: Account, order: Order): void {
    account.open.set(order.orderId, order);
    if (order.list) account.lists.set(order.list.orderListId, order.list);
    if (order.status !== 'PENDING_NEW') this.#life.rest(order);
  }

  /** What the accounts have resting on one side, best price first, at most so many levels. */
  levels(symbol: string, side: OrderSide, most: number): { price: Big; qty: Big }[] {
    return this.#life.book(symbol).resting.levels(side, most);
  }

  /** The prices between which no order of this symbol is touched. */
  quietRange(symbol: string): QuietRange {
    return quietRange(this.#life.book(symbol));
  }

  /**
   * Fills what a trade of the market at large reaches; answers how much base changed hands. Orders that it goes through
   * are filled whole, those exactly at its price as the market's `touchFill` says.
   */
  #fillReached({ market, resting }: OrderBook, { price, qty }: { price: Big; qty: Big }): Big {
    let total = ZERO;
    let left = market.terms.maxPerTick;
    let atTouch = { whole: null, 'by-size': qty, none: ZERO }[market.touchFill];
    for (const order of resting.reached(price)) {
      if (!isOpen(order)) continue;
      const isTouch = order.price.eq(price);
      const bounds = [left, isTouch ? atTouch : null, market.fillable?.(order) ?? null];
      const part = floorTo(market.pair.step, least(remaining(order), bounds));
      if (part.eq(0)) continue;
      market.tradeId += 1;
      this.#life.fill(order, { tradeId: market.tradeId, qty: part, price: order.price, isMaker: true });
      left = left?.minus(part) ?? null;
      if (isTouch) atTouch = atTouch?.minus(part) ?? null;
      total = total.plus(part);
    }
    return total;
  }

  #print(market: TradedMarket, trade: MarketTrade): void {
    market.print(trade);
    this.#life.follow(this.#life.book(trade.symbol), trade.price);
    this.#deps.listener.traded(trade);
  }

  #printFill(market: TradedMarket, { order, price, qty, tradeId, time }: Fill): void {
    const buyerMaker = order.side === 'SELL';
    this.#print(market, { symbol: market.pair.symbol, firstId: tradeId, id: tradeId, price, qty, time, buyerMaker });
  }

  #orderOf(account: Account, draft: Draft, book: OrderBook): Order {
    const time = this.#deps.now();
    return {
      ...draft,
      orderId: 0,
      accountId: account.id,
      list: null,
      quantity: draft.quoteOrderQty.gt(0) ? quantityFor(book, draft) : draft.quantity,
      executedQty: ZERO,
      executedQuote: ZERO,
      preventedQty: ZERO,
      status: 'NEW',
      workingTime: hasTrigger(draft) ? null : time,
      lock: { asset: spends(draft), amount: ZERO },
      time,
      updateTime: time,
    };
  }

  #listOf(account: Account, draft: ListDraft, book: OrderBook): OrderList {
    const list: OrderList = {
      orderListId: 0,
      accountId: account.id,
      pair: draft.pair,
      clientListId: draft.clientListId,
      contingency: draft.working ? 'OTO' : 'OCO',
      status: 'EXECUTING',
      working: draft.working && this.#orderOf(account, draft.working, book),
      legs: draft.legs.map((leg) => this.#orderOf(account, leg, book)),
      paysLegs: draft.paysLegs,
      lock: { asset: draft.pair.base, amount: ZERO },
      time: this.#deps.now(),
    };
    for (const order of ordersOf(list)) order.list = list;
    if (list.working) {
      for (const leg of list.legs) {
        leg.status = 'PENDING_NEW';
        leg.workingTime = null;
      }
    }
    return list;
  }

  /** One lock for both legs of a pair, large enough for either. */
  #reservePair(account: Account, legs: readonly Order[]): void {
    const [first, second] = legs;
    if (!first || !second) return;
    this.#life.reserve(account, first, max(lockFor(first), lockFor(second)));
    second.lock = first.lock;
  }

  #activate(leg: Order): void {
    if (hasTrigger(leg)) this.#life.arm(leg);
    else this.#life.work(leg);
    this.#send(leg);
  }

  /** On arrival: to its trigger, or to the market and then to the book. */
  #send(order: Order): Fill[] {
    if (order.workingTime === null) {
      this.#life.rest(order);
      return [];
    }
    const book = this.#life.book(order.pair.symbol);
    const onFill = (fill: Fill) => this.#printFill(book.market, fill);
    const fills = matchTaker({ life: this.#life, book, order, onFill });
    if (!isOpen(order)) return fills;
    const expires = isMarketable(order) || order.timeInForce !== 'GTC';
    if (expires) this.#life.end(order, { status: 'EXPIRED', reason: EXPIRY[order.timeInForce] });
    else this.#life.rest(order);
    return fills;
  }

  /** Sets off triggers and reviews lists until nothing more follows. */
  #settle(book: OrderBook): void {
    for (;;) {
      const [list] = this.#life.changedLists;
      if (list) {
        this.#life.changedLists.delete(list);
        reviewList(list, this.#lists);
        continue;
      }
      const order = book.triggers.next(book.market.price);
      if (!order) return;
      this.#life.endSibling(order);
      this.#life.work(order);
      this.#send(order);
    }
  }
}

const copyOf = (order: Order): Order => ({ ...order });
const least = (amount: Big, bounds: readonly (Big | null)[]): Big =>
  bounds.reduce<Big>((smallest, bound) => (bound ? min(smallest, bound) : smallest), amount);
