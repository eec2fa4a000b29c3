import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { BinanceError, refusal } from '../binance-error.ts';
import { checkFilters } from '../filters.ts';
import { type Lifecycle, type Deps, type OrderBook } from './lifecycle.ts';
import { isListOpen } from './model/order-list.ts';
import {
  type Draft,
  type Order,
  hasTrigger,
  isMarketable,
  isOpen,
  isPending,
  isTriggered,
  tiedUpBy,
  type OrderList,
} from './model/order.ts';
import { sweep, wouldMatch } from './taker-match.ts';

const WRONG_PRICES = 'The relationship of the prices for the orders is not correct.';

/** Each leg of a pair must lie on its own side of the last price. Throws the refusal. */
export function checkPair(legs: readonly Draft[], pit: OrderBook): void {
  const isWrong = (leg: Draft): boolean => {
    if (leg.type === 'LIMIT_MAKER') return wouldMatch(pit, leg);
    return isTriggered(leg, pit.market.price);
  };
  if (legs.length === 2 && legs.some(isWrong)) throw refusal(-2010, WRONG_PRICES);
}

const levelOf = (leg: Draft) => (hasTrigger(leg) ? leg.stopPrice : leg.price);

/** Of legs that will be a pair, the first must lie below the second. Throws the refusal. */
export function checkSpread([below, above]: readonly Draft[]): void {
  if (below && above && levelOf(below).gte(levelOf(above))) throw refusal(-2010, WRONG_PRICES);
}

/** What a single order may not be when it arrives. Throws the refusal. */
export function checkArrival(draft: Draft, pit: OrderBook): void {
  if (hasTrigger(draft) && isTriggered(draft, pit.market.price)) {
    throw refusal(-2010, 'Order would trigger immediately.');
  }
  if (draft.type === 'LIMIT_MAKER' && wouldMatch(pit, draft)) {
    throw refusal(-2010, 'Order would immediately match and take.');
  }
}

/** What an order that just arrives must lock; one that goes to the market pays as it trades. */
export const lockFor = (order: Order) => (order.type === 'MARKET' ? ZERO : tiedUpBy(order));

export interface ListDeps extends Deps {
  life: Lifecycle;
  /** Sends a leg on its way. */
  goesToWork: (order: Order) => void;
}

/** Sees to what follows for a list when one of its orders has ended. */
export function reviewList(list: OrderList, deps: ListDeps): void {
  const { life, journal, now, reportedList } = deps;
  const { working } = list;
  const account = life.accountOf(list);
  if (working && !isOpen(working)) {
    if (working.status === 'FILLED') activate(list, deps);
    else
      for (const leg of list.legs.filter(isPending))
        life.finish(leg, { status: 'EXPIRED', reason: 'OTO_PHASE_ONE_EXPIRED' });
    unlock(list, deps);
  }
  if (isListOpen(list) || list.status !== 'EXECUTING') return;
  list.status = 'ALL_DONE';
  list.time = now();
  account.lists.delete(list.orderListId);
  journal.list(list);
  reportedList(account, list);
}

/** Whatever an OPO locked and no leg holds is free again. */
function unlock(list: OrderList, { life, ledger, journal }: ListDeps): void {
  if (list.lock.amount.eq(0) || list.legs.some((leg) => isOpen(leg))) return;
  ledger.keep(life.accountOf(list), list.lock, list.lock.amount.times(-1));
  journal.list(list);
}

/** The entry is filled: its legs go to work, all of them or none. */
function activate(list: OrderList, deps: ListDeps): void {
  const { life } = deps;
  const legs = list.legs.filter(isPending);
  if (legs.length === 0) return;
  try {
    size(list, legs, deps);
    for (const leg of legs) leg.status = 'NEW';
    lock(list, legs, deps);
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    for (const leg of legs) {
      leg.status = 'PENDING_NEW';
      life.finish(leg, { status: 'EXPIRED', reason: 'REJECTED' });
    }
    return;
  }
  for (const leg of legs) if (isOpen(leg)) deps.goesToWork(leg);
}

function size(list: OrderList, legs: readonly Order[], { life, now }: ListDeps): void {
  const pit = life.pit(list.pair.symbol);
  for (const leg of legs) {
    if (list.paysLegs) leg.quantity = floorTo(list.pair.step, list.lock.amount);
    if (leg.quantity.eq(0)) throw refusal(-1013, 'Invalid quantity.');
    checkFilters(leg, { market: pit.market, now: now() });
    if (legs.length === 1) checkArrival(leg, pit);
  }
  checkPair(legs, pit);
}

function lock(list: OrderList, legs: readonly Order[], { life, ledger }: ListDeps): void {
  const account = life.accountOf(list);
  const [first] = legs;
  if (!first) return;
  const shared = list.paysLegs ? list.lock : first.lock;
  for (const leg of legs) leg.lock = shared;
  const most = legs.map(lockFor).reduce((one, other) => (one.gt(other) ? one : other), ZERO);
  if (list.paysLegs) {
    ledger.keep(account, shared, most.minus(shared.amount));
    return;
  }
  if (isMarketable(first) && !hasTrigger(first)) checkFunds(first, life);
  life.reserve(account, first, most);
}

/** A market order must be covered as the book stands. Throws the refusal. */
export function checkFunds(order: Order, life: Lifecycle): void {
  const pit = life.pit(order.pair.symbol);
  const { qty, quote } = sweep(pit, order, order.quantity);
  const cost = order.side === 'SELL' ? order.quantity : quote.plus(order.quantity.minus(qty).times(pit.market.price));
  if (life.funds(order).lt(cost)) throw refusal(-2010);
}
