import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { refusal } from '../binance-error.ts';
import type { Market } from '../market/market.ts';
import { type Account, FEES, MARKET_MAKER } from './model/account.ts';
import { type Book, createBook } from './book.ts';
import { type Ending, type Execution, KIND_OF_ENDING, type Prevention } from './model/execution.ts';
import { type Charge, DISCOUNT_ASSET, chargeOn } from './fees.ts';
import type { Journal } from './records/journal.ts';
import type { Ledger } from './ledger.ts';
import { siblingOf } from './model/order-list.ts';
import {
  type Fill,
  type Order,
  type PreventedMatch,
  isOpen,
  isPending,
  tiedUpBy,
  receives,
  remaining,
  spends,
  type OrderList,
} from './model/order.ts';
import { type Triggers, createTriggers } from './triggers.ts';

export interface Deps {
  ledger: Ledger;
  journal: Journal;
  markets: ReadonlyMap<string, Market>;
  accounts: ReadonlyMap<string, Account>;
  now: () => number;
  nextOrderId: () => number;
  nextListId: () => number;
  /** A fill that an arriving order brought about, to be shown on the tape. */
  printed: (fill: Fill) => void;
  reported: (account: Account, execution: Execution) => void;
  reportedList: (account: Account, list: OrderList) => void;
}

/** Where one symbol is traded: its market, and the orders that rest or wait there. */
export interface OrderBook {
  market: Market;
  book: Book;
  triggers: Triggers;
}

export interface FillTerms {
  tradeId: number;
  qty: Big;
  price: Big;
  isMaker: boolean;
}

function keepFrom(order: Order, { matchId, expired }: Prevention): void {
  order.preventedQty = order.preventedQty.plus(expired);
  order.details.preventedMatchId = matchId;
}

const pitOf = (market: Market): OrderBook => ({ market, book: createBook(), triggers: createTriggers() });

/** What can happen to one order, each step whole: its state, its money, what is stored of it and what its owner is told. */
export class Lifecycle {
  readonly #deps: Deps;
  readonly #pits: ReadonlyMap<string, OrderBook>;
  /** Lists of which an order has ended, for whoever sees to lists next. */
  readonly changedLists = new Set<OrderList>();
  #preventions: number;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#pits = new Map([...deps.markets].map(([symbol, market]) => [symbol, pitOf(market)]));
    this.#preventions = deps.now();
  }

  pit(symbol: string): OrderBook {
    const pit = this.#pits.get(symbol);
    if (!pit) throw refusal(-1121);
    return pit;
  }

  accountOf(of: { apiKey: string }): Account {
    const account = this.#deps.accounts.get(of.apiKey);
    if (!account) throw new Error('An order is open whose account is not known.');
    return account;
  }

  /** Locks what an order needs, or refuses it. */
  reserve(account: Account, order: Order, amount: Big): void {
    if (this.#deps.ledger.of(account, order.lock.asset).free.lt(amount)) throw refusal(-2010);
    this.#deps.ledger.keep(account, order.lock, amount);
  }

  /** What the account could still pay for an order: the order's own lock, and all that is free. */
  funds(order: Order): Big {
    return this.#deps.ledger.of(this.accountOf(order), spends(order)).free.plus(order.lock.amount);
  }

  open(order: Order): void {
    const account = this.accountOf(order);
    account.open.set(order.orderId, order);
    this.#touch(account, order);
    this.#deps.reported(account, { kind: 'NEW', order, fill: null });
  }

  /** Puts an open order where it belongs, after a restart too. */
  rest(order: Order): void {
    const { book, triggers } = this.pit(order.pair.symbol);
    if (order.workingTime === null) triggers.add(order);
    else book.add(order);
  }

  /** Its entry has made way for an order, which waits for its trigger now. */
  arm(order: Order): void {
    const account = this.accountOf(order);
    this.#touch(account, order);
    this.#deps.reported(account, { kind: 'WORKING', order, fill: null });
  }

  /** Its trigger or its entry sends an order to the book or the market. */
  work(order: Order): void {
    this.pit(order.pair.symbol).triggers.remove(order);
    order.workingTime = this.#deps.now();
    this.arm(order);
  }

  fill(order: Order, terms: FillTerms): Fill {
    this.endSibling(order);
    const account = this.accountOf(order);
    const worth = terms.qty.times(terms.price);
    const received = { asset: receives(order), amount: order.side === 'BUY' ? terms.qty : worth };
    this.#deps.ledger.pay(account, order.lock, order.side === 'BUY' ? worth : terms.qty);
    const charge = chargeOn(received, account, this.#deps);
    const fill = { ...terms, order, commission: charge.amount, commissionAsset: charge.asset, time: this.#deps.now() };
    this.#settle(account, fill, { received, charge });
    order.executedQty = order.executedQty.plus(terms.qty);
    order.executedQuote = order.executedQuote.plus(worth);
    order.status = remaining(order).eq(0) ? 'FILLED' : 'PARTIALLY_FILLED';
    this.#release(account, order);
    this.#touch(account, order);
    this.#deps.journal.trade(fill);
    if (!isOpen(order)) this.#leave(account, order);
    this.#deps.reported(account, { kind: 'TRADE', order, fill });
    return fill;
  }

  /** Ends an open order; unless it is cancelled, which its list sees to, the other leg of its pair ends with it. */
  finish(order: Order, ending: Ending): void {
    if (!isOpen(order)) return;
    this.#end(order, ending);
    if (ending.status !== 'CANCELED') this.endSibling(order);
  }

  #end(order: Order, ending: Ending): void {
    const account = this.accountOf(order);
    order.status = ending.status;
    if (ending.status === 'EXPIRED') order.details.expiryReason = ending.reason;
    if (ending.status === 'EXPIRED_IN_MATCH') keepFrom(order, ending.prevention);
    this.#release(account, order);
    this.#touch(account, order);
    this.#leave(account, order);
    this.#deps.reported(account, {
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
    if (!sibling || !isOpen(sibling) || isPending(sibling)) return;
    this.#end(sibling, { status: 'EXPIRED', reason: 'OCO_TRIGGER' });
  }

  /** Takes a quantity off an order that would have met another of its account's. */
  prevent(order: Order, prevention: Prevention): void {
    if (prevention.expired.gte(remaining(order))) return this.finish(order, { status: 'EXPIRED_IN_MATCH', prevention });
    const account = this.accountOf(order);
    keepFrom(order, prevention);
    this.#release(account, order);
    this.#touch(account, order);
    this.#deps.reported(account, { kind: 'TRADE_PREVENTION', order, fill: null, prevention });
  }

  /** Keeps what `order` would have traded with another of its account's. */
  notePrevented(order: Order, match: Omit<PreventedMatch, 'time'>): void {
    order.details.prevented = [...(order.details.prevented ?? []), { ...match, time: this.#deps.now() }];
    this.#deps.journal.order(order);
  }

  nextPrevention(): number {
    this.#preventions += 1;
    return this.#preventions;
  }

  /** Gives back what the lock holds beyond what its open orders need; both legs of a pair live on one lock. */
  #release(account: Account, order: Order): void {
    const owed = [order, siblingOf(order)]
      .filter((each) => each !== null && each.lock === order.lock && isOpen(each) && !isPending(each))
      .map((each) => tiedUpBy(each as Order))
      .reduce((most, each) => (each.gt(most) ? each : most), ZERO);
    const surplus = order.lock.amount.minus(owed);
    if (surplus.gt(0) && !isPending(order)) this.#deps.ledger.keep(account, order.lock, surplus.times(-1));
  }

  #touch(account: Account, order: Order): void {
    order.updateTime = account.updateTime = this.#deps.now();
    this.#deps.journal.order(order);
  }

  #leave(account: Account, order: Order): void {
    const { book, triggers } = this.pit(order.pair.symbol);
    account.open.delete(order.orderId);
    book.remove(order);
    triggers.remove(order);
    if (order.list) this.changedLists.add(order.list);
  }

  /** The house stands between the two sides of every fill, and keeps the change; the fee goes to the fees. */
  #settle(account: Account, { order, qty, price }: Fill, of: { received: Charge; charge: Charge }): void {
    const { ledger } = this.#deps;
    const { received, charge } = of;
    const paid = order.side === 'BUY' ? qty.times(price) : qty;
    ledger.change(ledger.exchange(MARKET_MAKER, spends(order)), { free: paid });
    ledger.change(ledger.exchange(MARKET_MAKER, received.asset), { free: received.amount.times(-1) });
    ledger.change(ledger.of(account, received.asset), { free: received.amount });
    ledger.change(ledger.of(account, charge.asset), { free: charge.amount.times(-1) });
    ledger.change(ledger.exchange(FEES, charge.asset), { free: charge.amount });
    const { list } = order;
    if (!list?.paysLegs || list.working !== order) return;
    ledger.keep(account, list.lock, received.amount.minus(this.#dueFromReceived(account, received, charge)));
    this.#deps.journal.list(list);
  }

  /** An OPO's fee comes out of what is free besides, unless the asset is BNB or there is too little (faqs/opo.md). */
  #dueFromReceived(account: Account, received: Charge, charge: Charge): Big {
    if (charge.asset !== received.asset) return ZERO;
    const free = this.#deps.ledger.of(account, received.asset).free;
    return received.asset !== DISCOUNT_ASSET && free.gte(received.amount) ? ZERO : charge.amount;
  }
}
