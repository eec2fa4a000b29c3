import { randomInt } from 'node:crypto';
import type { Big } from 'big.js';
import { floorTo } from '#contracts/rules/steps.ts';
import { refusal } from '../binance-error.ts';
import type { Market } from '../market/market.ts';
import { FEE, type Pair } from '../pairs.ts';
import { type Account, FEES, HOUSE } from './account.ts';
import type { Ledger } from './ledger.ts';
import { type Book, createBook } from './book.ts';
import type { Journal } from './journal.ts';
import {
  type Fill,
  type Order,
  type OrderDetails,
  type OrderSide,
  type OrderType,
  type TimeInForce,
  ZERO,
  isOpen,
  reaches,
  remaining,
  spends,
  tiedUp,
} from './order.ts';

export interface Draft {
  pair: Pair;
  side: OrderSide;
  type: OrderType;
  timeInForce: TimeInForce;
  /** Zero when `quoteOrderQty` says how much. */
  quantity: Big;
  quoteOrderQty: Big;
  price: Big;
  clientOrderId: string;
  details: OrderDetails;
}

/** What happened to an order, told to its owner once it is committed. */
export interface Execution {
  kind: 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED';
  order: Order;
  fill: Fill | null;
  /** The client id of the cancel itself. */
  cancelId?: string;
}

const IDS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A client id as Binance makes one up: 22 letters and digits. */
export const inventId = (): string => Array.from({ length: 22 }, () => IDS[randomInt(IDS.length)]).join('');

const EXPIRY: Record<TimeInForce, string> = {
  GTC: 'INSUFFICIENT_LIQUIDITY',
  IOC: 'UNFILLED_IOC_QUANTITY_EXPIRED',
  FOK: 'UNFILLED_FOK_ORDER_EXPIRED',
};

interface Parts {
  ledger: Ledger;
  journal: Journal;
  markets: ReadonlyMap<string, Market>;
  accounts: ReadonlyMap<string, Account>;
  now: () => number;
  nextOrderId: () => number;
  /** A taker's fill, to be shown on the tape. */
  printed: (fill: Fill) => void;
  told: (account: Account, execution: Execution) => void;
}

interface FillTerms {
  market: Market;
  qty: Big;
  price: Big;
  isMaker: boolean;
}

/** Where money changes hands: synchronous from the first lock to the last fill, so that nothing can come between. */
export class Matching {
  readonly #parts: Parts;
  readonly #books: ReadonlyMap<string, Book>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#books = new Map([...parts.markets.keys()].map((symbol) => [symbol, createBook()]));
  }

  place(account: Account, draft: Draft): { order: Order; fills: Fill[] } {
    const { markets, ledger, nextOrderId, now, told } = this.#parts;
    const market = markets.get(draft.pair.symbol);
    if (!market) throw refusal(-1121);
    const order = toOrder(draft, { account, market, time: now() });
    if (order.quantity.lt(draft.pair.minQty)) {
      throw refusal(-2010, 'Order book liquidity is less than LOT_SIZE filter minimum quantity.');
    }
    if (order.type === 'LIMIT_MAKER' && reaches(order, market.price)) {
      throw refusal(-2010, 'Order would immediately match and take.');
    }
    const amount = tiedUp(order, order.quantity);
    const purse = ledger.of(account, spends(order));
    if (purse.free.lt(amount)) throw refusal(-2010);
    order.orderId = nextOrderId();
    ledger.change(purse, { free: amount.times(-1), locked: amount });
    account.open.set(order.orderId, order);
    this.#touch(account, order);
    told(account, { kind: 'NEW', order, fill: null });
    const fills = this.#take(account, order, market);
    this.#rest(account, order);
    return { order, fills };
  }

  cancel(account: Account, order: Order, cancelId: string): void {
    this.#finish(account, order, { status: 'CANCELED', cancelId });
  }

  /** Fills what a trade at `price` reaches; answers how much base changed hands. */
  reach(market: Market, price: Big): Big {
    let left = market.maxPerTick;
    let total = ZERO;
    for (const order of this.#books.get(market.pair.symbol)?.reached(price) ?? []) {
      const account = this.#parts.accounts.get(order.apiKey);
      if (!account) throw new Error(`Order ${order.orderId} rests on the book without its account.`);
      const wanted = remaining(order);
      const qty = left && wanted.gt(left) ? floorTo(market.pair.step, left) : wanted;
      if (qty.eq(0)) break;
      this.#fill(account, order, { market, qty, price: order.price, isMaker: true });
      left = left?.minus(qty) ?? null;
      total = total.plus(qty);
    }
    return total;
  }

  /** Puts an order back on the book after a restart. */
  restore(account: Account, order: Order): void {
    account.open.set(order.orderId, order);
    this.#bookOf(order).add(order);
  }

  #bookOf(order: Order): Book {
    const book = this.#books.get(order.pair.symbol);
    if (!book) throw new Error(`There is no book for ${order.pair.symbol}.`);
    return book;
  }

  #touch(account: Account, order: Order): void {
    order.updateTime = account.updateTime = this.#parts.now();
    this.#parts.journal.order(order);
  }

  #leave(account: Account, order: Order): void {
    account.open.delete(order.orderId);
    this.#bookOf(order).remove(order);
  }

  #finish(account: Account, order: Order, how: { status: 'CANCELED' | 'EXPIRED'; cancelId?: string }): void {
    const { ledger, told } = this.#parts;
    const amount = tiedUp(order, remaining(order));
    ledger.change(ledger.of(account, spends(order)), { free: amount, locked: amount.times(-1) });
    order.status = how.status;
    this.#touch(account, order);
    this.#leave(account, order);
    told(account, { kind: how.status, order, fill: null, ...(how.cancelId ? { cancelId: how.cancelId } : {}) });
  }

  /** What an arriving order gets at once. */
  #take(account: Account, order: Order, market: Market): Fill[] {
    if (order.type !== 'MARKET' && !reaches(order, market.price)) return [];
    const qty = most(market, order.quantity);
    if (qty.eq(0) || (order.timeInForce === 'FOK' && qty.lt(order.quantity))) return [];
    const fill = this.#fill(account, order, { market, qty, price: market.price, isMaker: false });
    this.#parts.printed(fill);
    return [fill];
  }

  #rest(account: Account, order: Order): void {
    if (!isOpen(order)) return;
    if (order.type === 'MARKET' || order.timeInForce !== 'GTC') {
      order.details.expiryReason = EXPIRY[order.timeInForce];
      this.#finish(account, order, { status: 'EXPIRED' });
    } else this.#bookOf(order).add(order);
  }

  #fill(account: Account, order: Order, terms: FillTerms): Fill {
    const { market, qty, price, isMaker } = terms;
    market.tradeId += 1;
    const received = order.side === 'BUY' ? qty : qty.times(price);
    const fill: Fill = {
      tradeId: market.tradeId,
      order,
      price,
      qty,
      commission: received.times(FEE).round(8, 0),
      commissionAsset: order.side === 'BUY' ? order.pair.base : order.pair.quote,
      isMaker,
      time: this.#parts.now(),
    };
    this.#settle(account, fill);
    order.executedQty = order.executedQty.plus(qty);
    order.executedQuote = order.executedQuote.plus(qty.times(price));
    order.status = remaining(order).eq(0) ? 'FILLED' : 'PARTIALLY_FILLED';
    this.#touch(account, order);
    this.#parts.journal.trade(fill);
    if (!isOpen(order)) this.#leave(account, order);
    this.#parts.told(account, { kind: 'TRADE', order, fill });
    return fill;
  }

  /** The house is the counterparty of every fill; the fee comes out of what the account receives. */
  #settle(account: Account, fill: Fill): void {
    const { ledger } = this.#parts;
    const { order, qty, price, commission } = fill;
    const { base, quote } = order.pair;
    const worth = qty.times(price);
    const buys = order.side === 'BUY';
    const [paid, received] = buys ? [worth, qty] : [qty, worth];
    const [pays, receives] = buys ? [quote, base] : [base, quote];
    const locked = tiedUp(order, qty);
    ledger.change(ledger.of(account, pays), { locked: locked.times(-1), free: locked.minus(paid) });
    ledger.change(ledger.exchange(HOUSE, pays), { free: paid });
    ledger.change(ledger.exchange(HOUSE, receives), { free: received.times(-1) });
    ledger.change(ledger.of(account, receives), { free: received.minus(commission) });
    ledger.change(ledger.exchange(FEES, receives), { free: commission });
  }
}

function most(market: Market, qty: Big): Big {
  if (!market.maxPerTick || qty.lte(market.maxPerTick)) return qty;
  return floorTo(market.pair.step, market.maxPerTick);
}

function toOrder(draft: Draft, at: { account: Account; market: Market; time: number }): Order {
  const { market, time } = at;
  const byQuote = draft.quoteOrderQty.gt(0);
  return {
    ...draft,
    orderId: 0,
    apiKey: at.account.apiKey,
    lockPrice: draft.type === 'MARKET' ? market.price : draft.price,
    quantity: byQuote ? floorTo(draft.pair.step, draft.quoteOrderQty.div(market.price)) : draft.quantity,
    executedQty: ZERO,
    executedQuote: ZERO,
    status: 'NEW',
    time,
    updateTime: time,
  };
}
