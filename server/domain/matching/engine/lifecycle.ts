import type { Big } from 'big.js';
import { ZERO, max } from '#contracts/rules/decimal.ts';
import { type OrderBook, createOrderBook } from '../books/order-book.ts';
import { type Account, FEES, MARKET_MAKER } from '../model/matching-account.ts';
import { type Ending, KIND_OF_ENDING, type Prevention } from '../model/execution.ts';
import type { MatchingListener } from '../model/listener.ts';
import type { TradedMarket } from '../model/market.ts';
import { needsLocked } from '../model/locks.ts';
import { siblingOf } from '../model/order-list.ts';
import {
  type Fill,
  type Order,
  type OrderList,
  type PreventedMatch,
  isAtWork,
  isOpen,
  isPending,
  receives,
  remaining,
  spends,
} from '../model/order.ts';
import { OrderRefusal } from '../model/refusal.ts';
import { beginTrail, isTrailing } from '../model/trigger.ts';
import { type Charge, chargeOn, type ChargeContext } from '../money/fees.ts';
import type { Ledger } from '../money/ledger.ts';

export interface MatchingDeps extends Pick<ChargeContext, 'fees'> {
  ledger: Ledger;
  markets: ReadonlyMap<string, TradedMarket>;
  accounts: ReadonlyMap<string, Account>;
  /** UTC epoch ms. */
  now: () => number;
  /** Each call gives the next id of its kind. */
  nextId: Record<'order' | 'list' | 'prevention', () => number>;
  listener: MatchingListener;
}

export interface FillTerms {
  tradeId: number;
  qty: Big;
  price: Big;
  isMaker: boolean;
}

function applyPrevention(order: Order, { matchId, expired }: Prevention): void {
  order.preventedQty = order.preventedQty.plus(expired);
  order.details.preventedMatchId = matchId;
}

/** What can happen to one order, each step whole: its state, its money, and what is reported of it. */
export class Lifecycle {
  readonly #deps: MatchingDeps;
  readonly #books: ReadonlyMap<string, OrderBook>;
  /** Lists of which an order has ended and that are not reviewed yet. */
  readonly changedLists = new Set<OrderList>();

  constructor(deps: MatchingDeps) {
    this.#deps = deps;
    this.#books = new Map([...deps.markets].map(([symbol, market]) => [symbol, createOrderBook(market)]));
  }

  book(symbol: string): OrderBook {
    const book = this.#books.get(symbol);
    if (!book) throw new OrderRefusal('unknown-symbol');
    return book;
  }

  accountOf(of: { accountId: string }): Account {
    const account = this.#deps.accounts.get(of.accountId);
    if (!account) throw new Error('An order is open whose account is not known.');
    return account;
  }

  /** Locks what an order needs, or refuses it. */
  reserve(account: Account, order: Order, amount: Big): void {
    if (this.#deps.ledger.of(account, order.lock.asset).free.lt(amount)) throw new OrderRefusal('insufficient-balance');
    this.#deps.ledger.lock(account, order.lock, amount);
  }

  /** What the account could still pay for an order: the order's own lock, and all that is free. */
  funds(order: Order): Big {
    return this.#deps.ledger.of(this.accountOf(order), spends(order)).free.plus(order.lock.amount);
  }

  open(order: Order): void {
    const account = this.accountOf(order);
    account.open.set(order.orderId, order);
    this.#touch(account, order);
    this.#deps.listener.executed(account, { kind: 'NEW', order, fill: null });
  }

  /** Puts an open order on the book, or among the triggers; after a restart too. */
  rest(order: Order): void {
    const { resting, triggers } = this.book(order.pair.symbol);
    if (order.workingTime === null) triggers.add(order);
    else resting.add(order);
  }

  /** Its entry is filled, and it waits for its own trigger now. */
  arm(order: Order): void {
    const account = this.accountOf(order);
    this.#touch(account, order);
    this.#deps.listener.executed(account, { kind: 'WORKING', order, fill: null });
  }

  /** Its trigger or its entry sends an order to the book or the market. */
  work(order: Order): void {
    this.book(order.pair.symbol).triggers.remove(order);
    order.workingTime = this.#deps.now();
    this.arm(order);
  }

  /** Trailing orders without a stop price follow the market from its last price on. */
  beginTrails(orders: readonly Order[]): void {
    const now = this.#deps.now();
    for (const order of orders) {
      if (isTrailing(order) && order.stopPrice.eq(0))
        beginTrail(order, { price: this.book(order.pair.symbol).market.price, now });
    }
  }

  /** A trade of the market, which the trailing orders follow. */
  follow(book: OrderBook, price: Big): void {
    for (const order of book.triggers.follow({ price, now: this.#deps.now() })) this.#deps.listener.orderChanged(order);
  }

  fill(order: Order, terms: FillTerms): Fill {
    this.endSibling(order);
    const account = this.accountOf(order);
    const value = terms.qty.times(terms.price);
    const isBuy = order.side === 'BUY';
    const received = { asset: receives(order), amount: isBuy ? terms.qty : value };
    this.#deps.ledger.pay(account, order.lock, isBuy ? value : terms.qty);
    const charge = chargeOn(received, { account, isMaker: terms.isMaker }, this.#deps);
    const fill = { ...terms, order, commission: charge.amount, commissionAsset: charge.asset, time: this.#deps.now() };
    this.#settle(account, fill, { received, charge });
    order.executedQty = order.executedQty.plus(terms.qty);
    order.executedQuote = order.executedQuote.plus(value);
    order.status = remaining(order).eq(0) ? 'FILLED' : 'PARTIALLY_FILLED';
    this.#release(account, order);
    this.#touch(account, order);
    this.#deps.listener.filled(fill);
    if (!isOpen(order)) this.#leave(account, order);
    this.#deps.listener.executed(account, { kind: 'TRADE', order, fill });
    return fill;
  }

  /** Ends an open order; unless it is canceled, which its list sees to, the other leg of its pair ends with it. */
  end(order: Order, ending: Ending): void {
    if (!isOpen(order)) return;
    this.#end(order, ending);
    if (ending.status !== 'CANCELED') this.endSibling(order);
  }

  #end(order: Order, ending: Ending): void {
    const account = this.accountOf(order);
    order.status = ending.status;
    if (ending.status === 'EXPIRED') order.details.expiryReason = ending.reason;
    if (ending.status === 'EXPIRED_IN_MATCH') applyPrevention(order, ending.prevention);
    this.#release(account, order);
    this.#touch(account, order);
    this.#leave(account, order);
    this.#deps.listener.executed(account, {
      kind: KIND_OF_ENDING[ending.status],
      order,
      fill: null,
      ...(ending.status === 'CANCELED' ? { cancelId: ending.cancelId } : {}),
      ...(ending.status === 'EXPIRED_IN_MATCH' ? { prevention: ending.prevention } : {}),
    });
  }

  /** One leg of a pair is active, so the other one ends. */
  endSibling(order: Order): void {
    const sibling = siblingOf(order);
    if (!sibling || !isAtWork(sibling)) return;
    this.#end(sibling, { status: 'EXPIRED', reason: 'OCO_TRIGGER' });
  }

  /** Takes a quantity off an order that would have met another of its account's. */
  prevent(order: Order, prevention: Prevention): void {
    if (prevention.expired.gte(remaining(order))) return this.end(order, { status: 'EXPIRED_IN_MATCH', prevention });
    const account = this.accountOf(order);
    applyPrevention(order, prevention);
    this.#release(account, order);
    this.#touch(account, order);
    this.#deps.listener.executed(account, { kind: 'TRADE_PREVENTION', order, fill: null, prevention });
  }

  /** Records what `order` would have traded with another of its account's. */
  recordPrevented(order: Order, match: Omit<PreventedMatch, 'time'>): void {
    order.details.prevented = [...(order.details.prevented ?? []), { ...match, time: this.#deps.now() }];
    this.#deps.listener.orderChanged(order);
  }

  nextPreventionId(): number {
    return this.#deps.nextId.prevention();
  }

  /** Gives back what the lock holds beyond what its open orders need; both legs of a pair share one lock. */
  #release(account: Account, order: Order): void {
    if (isPending(order)) return;
    const sibling = siblingOf(order);
    const own = isOpen(order) ? needsLocked(order) : ZERO;
    const needed = sibling?.lock === order.lock && isAtWork(sibling) ? max(own, needsLocked(sibling)) : own;
    const surplus = order.lock.amount.minus(needed);
    if (surplus.gt(0)) this.#deps.ledger.lock(account, order.lock, surplus.times(-1));
  }

  #touch(account: Account, order: Order): void {
    order.updateTime = account.updateTime = this.#deps.now();
    this.#deps.listener.orderChanged(order);
  }

  #leave(account: Account, order: Order): void {
    const { resting, triggers } = this.book(order.pair.symbol);
    account.open.delete(order.orderId);
    resting.remove(order);
    triggers.remove(order);
    if (order.list) this.changedLists.add(order.list);
  }

  /** The market maker is the counterparty of both sides of every fill and keeps the difference; the fee goes to the exchange. */
  #settle(account: Account, { order, qty, price }: Fill, of: { received: Charge; charge: Charge }): void {
    const { ledger, listener } = this.#deps;
    const { received, charge } = of;
    const paid = order.side === 'BUY' ? qty.times(price) : qty;
    ledger.change(ledger.exchange(MARKET_MAKER, spends(order)), { free: paid });
    ledger.change(ledger.exchange(MARKET_MAKER, received.asset), { free: received.amount.times(-1) });
    ledger.change(ledger.of(account, received.asset), { free: received.amount });
    ledger.change(ledger.of(account, charge.asset), { free: charge.amount.times(-1) });
    ledger.change(ledger.exchange(FEES, charge.asset), { free: charge.amount });
    const { list } = order;
    if (!list?.paysLegs || list.working !== order) return;
    ledger.lock(account, list.lock, received.amount.minus(this.#feeFromReceived(account, received, charge)));
    listener.listChanged(list);
  }

  /** An OPO's fee is paid with what is free besides, unless the asset is the discount asset or too little is free (faqs/opo.md). */
  #feeFromReceived(account: Account, received: Charge, charge: Charge): Big {
    if (charge.asset !== received.asset) return ZERO;
    const { ledger, fees } = this.#deps;
    const { free } = ledger.of(account, received.asset);
    return received.asset !== fees.discount?.asset && free.gte(received.amount) ? ZERO : charge.amount;
  }
}
