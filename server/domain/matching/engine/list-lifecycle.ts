import { ZERO, max } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { needsLocked } from '../model/locks.ts';
import { isListOpen } from '../model/order-list.ts';
import { type Order, type OrderList, hasTrigger, isMarketable, isOpen, isPending } from '../model/order.ts';
import { OrderRefusal } from '../model/refusal.ts';
import { checkArrival, checkPair } from '../rules/arrival.ts';
import { checkFilters } from '../rules/filters.ts';
import type { MatchingDeps, Lifecycle } from './lifecycle.ts';
import { sweep } from './taker-match.ts';

/** What an order that just arrives must lock; one that goes to the market pays as it trades. */
export const lockFor = (order: Order) => (order.type === 'MARKET' ? ZERO : needsLocked(order));

export interface ListContext extends MatchingDeps {
  life: Lifecycle;
  activate: (leg: Order) => void;
}

/** Does what follows for a list when one of its orders has ended. */
export function reviewList(list: OrderList, deps: ListContext): void {
  const { life, listener, now } = deps;
  const { working } = list;
  const account = life.accountOf(list);
  if (working && !isOpen(working)) {
    if (working.status === 'FILLED') activateLegs(list, deps);
    else
      for (const leg of list.legs.filter(isPending))
        life.end(leg, { status: 'EXPIRED', reason: 'OTO_PHASE_ONE_EXPIRED' });
    unlock(list, deps);
  }
  if (isListOpen(list) || list.status !== 'EXECUTING') return;
  list.status = 'ALL_DONE';
  list.time = now();
  account.lists.delete(list.orderListId);
  listener.listChanged(list);
  listener.listReported(account, list);
}

/** Frees whatever an OPO locked and no leg holds. */
function unlock(list: OrderList, { life, ledger, listener }: ListContext): void {
  if (list.lock.amount.eq(0) || list.legs.some((leg) => isOpen(leg))) return;
  ledger.lock(life.accountOf(list), list.lock, list.lock.amount.times(-1));
  listener.listChanged(list);
}

/** The entry is filled: its legs become active, all of them or none. */
function activateLegs(list: OrderList, deps: ListContext): void {
  const { life } = deps;
  const legs = list.legs.filter(isPending);
  if (legs.length === 0) return;
  try {
    sizeLegs(list, legs, deps);
    life.beginTrails(legs);
    for (const leg of legs) leg.status = 'NEW';
    lockLegs(list, legs, deps);
  } catch (error) {
    if (!(error instanceof OrderRefusal)) throw error;
    for (const leg of legs) {
      leg.status = 'PENDING_NEW';
      life.end(leg, { status: 'EXPIRED', reason: 'REJECTED' });
    }
    return;
  }
  for (const leg of legs) if (isOpen(leg)) deps.activate(leg);
}

function sizeLegs(list: OrderList, legs: readonly Order[], { life, now }: ListContext): void {
  const book = life.book(list.pair.symbol);
  for (const leg of legs) {
    if (list.paysLegs) leg.quantity = floorTo(list.pair.step, list.lock.amount);
    if (leg.quantity.eq(0)) throw new OrderRefusal('no-quantity');
    checkFilters(leg, { market: book.market, now: now() });
    if (legs.length === 1) checkArrival(leg, book);
  }
  checkPair(legs, book);
}

function lockLegs(list: OrderList, legs: readonly Order[], { life, ledger }: ListContext): void {
  const account = life.accountOf(list);
  const [first] = legs;
  if (!first) return;
  const shared = list.paysLegs ? list.lock : first.lock;
  for (const leg of legs) leg.lock = shared;
  const most = legs.map(lockFor).reduce((one, other) => max(one, other), ZERO);
  if (list.paysLegs) {
    ledger.lock(account, shared, most.minus(shared.amount));
    return;
  }
  if (isMarketable(first) && !hasTrigger(first)) checkFunds(first, life);
  life.reserve(account, first, most);
}

/** A market order must be covered as the book stands. Throws the refusal. */
export function checkFunds(order: Order, life: Lifecycle): void {
  const book = life.book(order.pair.symbol);
  const { qty, quote } = sweep(book, order, order.quantity);
  const cost = order.side === 'SELL' ? order.quantity : quote.plus(order.quantity.minus(qty).times(book.market.price));
  if (life.funds(order).lt(cost)) throw new OrderRefusal('insufficient-balance');
}
