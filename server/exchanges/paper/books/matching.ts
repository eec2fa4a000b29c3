import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { refusal } from '../binance-error.ts';
import type { Market } from '../market/market.ts';
import type { Account } from './model/account.ts';
import { Lifecycle, type Deps, type OrderBook } from './lifecycle.ts';
import { type ListDeps, checkArrival, checkFunds, checkPair, checkSpread, lockFor, reviewList } from './list-life.ts';
import { type ListDraft, ordersOf } from './model/order-list.ts';
import {
  type Draft,
  type Fill,
  type Order,
  type OrderSide,
  type TimeInForce,
  hasTrigger,
  isMarketable,
  isOpen,
  remaining,
  spends,
  type OrderList,
} from './model/order.ts';
import { quantityFor, take } from './taker-match.ts';

const EXPIRY: Record<TimeInForce, string> = {
  GTC: 'INSUFFICIENT_LIQUIDITY',
  IOC: 'UNFILLED_IOC_QUANTITY_EXPIRED',
  FOK: 'UNFILLED_FOK_ORDER_EXPIRED',
};
const TOO_LITTLE = 'Order book liquidity is less than LOT_SIZE filter minimum quantity.';

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
  readonly #deps: Deps;
  readonly #life: Lifecycle;
  readonly #lists: ListDeps;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#life = new Lifecycle(deps);
    this.#lists = { ...deps, life: this.#life, goesToWork: (order) => this.#goToWork(order) };
  }

  place(account: Account, draft: Draft): Placed {
    const pit = this.#life.pit(draft.pair.symbol);
    const order = this.#orderOf(account, draft, pit);
    if (order.quantity.lt(draft.pair.minQty)) throw refusal(-2010, TOO_LITTLE);
    checkArrival(order, pit);
    if (order.type === 'MARKET') checkFunds(order, this.#life);
    this.#life.reserve(account, order, lockFor(order));
    this.#number(order);
    this.#life.open(order);
    const fills = this.#send(order);
    this.#settleDown(pit);
    return { order, fills };
  }

  placeList(account: Account, draft: ListDraft): PlacedList {
    const pit = this.#life.pit(draft.pair.symbol);
    const list = this.#listOf(account, draft, pit);
    const { working, legs } = list;
    if (working) {
      checkArrival(working, pit);
      checkSpread(legs);
      this.#life.reserve(account, working, lockFor(working));
    } else {
      checkPair(legs, pit);
      this.#reservePair(account, legs);
    }
    list.orderListId = this.#deps.nextListId();
    account.lists.set(list.orderListId, list);
    this.#deps.journal.list(list);
    for (const order of ordersOf(list)) {
      this.#number(order);
      this.#life.open(order);
    }
    this.#deps.reportedList(account, list);
    const fills = (working ? [working] : legs).flatMap((order) => this.#send(order));
    const placed = { list: { ...list }, orders: ordersOf(list).map(copyOf), fills };
    this.#settleDown(pit);
    return placed;
  }

  /** Cancels an order, or the whole list that it is in; answers what it cancelled. */
  cancel(order: Order, cancelId: string): Order[] {
    const cancelled = (order.list ? ordersOf(order.list) : [order]).filter(isOpen);
    for (const each of cancelled) this.#life.finish(each, { status: 'CANCELED', cancelId });
    this.#settleDown(this.#life.pit(order.pair.symbol));
    return cancelled;
  }

  /**
   * Fills what a trade of the market at large reaches; answers how much base changed hands. Orders that it goes through
   * are filled whole, those exactly at its price only by its size, unless a test holds the price still.
   */
  reach(market: Market, { price, qty }: { price: Big; qty: Big }): Big {
    let total = ZERO;
    let left = market.terms.maxPerTick;
    let atPrice = market.pinned ? null : qty;
    for (const order of this.#life.pit(market.pair.symbol).book.reached(price)) {
      if (!isOpen(order)) continue;
      const bounds = order.price.eq(price) ? [left, atPrice] : [left];
      const part = floorTo(market.pair.step, least(remaining(order), bounds));
      if (part.eq(0)) continue;
      market.tradeId += 1;
      this.#life.fill(order, { tradeId: market.tradeId, qty: part, price: order.price, isMaker: true });
      left = left?.minus(part) ?? null;
      if (order.price.eq(price)) atPrice = atPrice?.minus(part) ?? null;
      total = total.plus(part);
    }
    return total;
  }

  /** Sets off what the market's last price triggers, and sees to whatever follows from that. */
  spring(market: Market): void {
    this.#settleDown(this.#life.pit(market.pair.symbol));
  }

  /** Puts an order back where it waited before a restart. */
  restore(account: Account, order: Order): void {
    account.open.set(order.orderId, order);
    if (order.list) account.lists.set(order.list.orderListId, order.list);
    if (order.status !== 'PENDING_NEW') this.#life.rest(order);
  }

  /** What the accounts have resting on one side, best price first, at most so many levels. */
  levels(symbol: string, side: OrderSide, most: number): { price: Big; qty: Big }[] {
    return this.#life.pit(symbol).book.levels(side, most);
  }

  #number(order: Order): void {
    order.orderId = this.#deps.nextOrderId();
  }

  #orderOf(account: Account, draft: Draft, pit: OrderBook): Order {
    const time = this.#deps.now();
    return {
      ...draft,
      orderId: 0,
      apiKey: account.apiKey,
      list: null,
      quantity: draft.quoteOrderQty.gt(0) ? quantityFor(pit, draft) : draft.quantity,
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

  #listOf(account: Account, draft: ListDraft, pit: OrderBook): OrderList {
    const list: OrderList = {
      orderListId: 0,
      apiKey: account.apiKey,
      pair: draft.pair,
      clientListId: draft.clientListId,
      contingency: draft.working ? 'OTO' : 'OCO',
      status: 'EXECUTING',
      working: draft.working && this.#orderOf(account, draft.working, pit),
      legs: draft.legs.map((leg) => this.#orderOf(account, leg, pit)),
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
    const [one, other] = [lockFor(first), lockFor(second)];
    this.#life.reserve(account, first, one.gt(other) ? one : other);
    second.lock = first.lock;
  }

  #goToWork(order: Order): void {
    if (hasTrigger(order)) this.#life.arm(order);
    else this.#life.work(order);
    this.#send(order);
  }

  /** On arrival: to its trigger, or to the market and then to the book. */
  #send(order: Order): Fill[] {
    if (order.workingTime === null) {
      this.#life.rest(order);
      return [];
    }
    const pit = this.#life.pit(order.pair.symbol);
    const fills = take({ life: this.#life, pit, order, printed: this.#deps.printed });
    if (!isOpen(order)) return fills;
    const staysNot = isMarketable(order) || order.timeInForce !== 'GTC';
    if (staysNot) this.#life.finish(order, { status: 'EXPIRED', reason: EXPIRY[order.timeInForce] });
    else this.#life.rest(order);
    return fills;
  }

  /** Works off triggers and lists until nothing follows any more. */
  #settleDown(pit: OrderBook): void {
    for (;;) {
      const [list] = this.#life.changedLists;
      if (list) {
        this.#life.changedLists.delete(list);
        reviewList(list, this.#lists);
        continue;
      }
      const order = pit.triggers.next(pit.market.price);
      if (!order) return;
      this.#life.endSibling(order);
      this.#life.work(order);
      this.#send(order);
    }
  }
}

const copyOf = (order: Order): Order => ({ ...order });
const least = (amount: Big, bounds: readonly (Big | null)[]): Big =>
  bounds.reduce<Big>((smallest, bound) => (bound?.lt(smallest) ? bound : smallest), amount);
