import type { Big } from 'big.js';
import { ZERO, min } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { OrderBook } from '../books/order-book.ts';
import { type Draft, type Fill, type Order, isMarketable, isOpen, reaches, remaining } from '../model/order.ts';
import type { Lifecycle } from './lifecycle.ts';
import { preventSelfTrade } from './self-trade.ts';

/** What an arriving order meets; `maker` is null for an offer of the market itself. */
interface Opposing {
  price: Big;
  qty: Big;
  maker: Order | null;
}

/** The market's offers and the accounts' resting orders as one book, best first; at one price the accounts come first. */
function* opposingTo({ market, resting }: OrderBook, side: Order['side']): Generator<Opposing> {
  const makers = resting.opposing(side);
  const isBetter = (one: Big, other: Big) => (side === 'BUY' ? one.lte(other) : one.gte(other));
  let next = 0;
  for (const level of market.offers(side)) {
    for (let maker = makers[next]; maker && isBetter(maker.price, level.price); maker = makers[next]) {
      next += 1;
      yield { price: maker.price, qty: remaining(maker), maker };
    }
    yield { ...level, maker: null };
  }
  for (const maker of makers.slice(next)) yield { price: maker.price, qty: remaining(maker), maker };
}

/** How much of `quantity` can be had within the order's limit, and what it would cost or bring in. */
export function sweep(book: OrderBook, order: Draft, quantity: Big): { qty: Big; quote: Big } {
  let [qty, quote] = [ZERO, ZERO];
  for (const offer of opposingTo(book, order.side)) {
    if (qty.gte(quantity) || (!isMarketable(order) && !reaches(order, offer.price))) break;
    const part = min(offer.qty, quantity.minus(qty));
    qty = qty.plus(part);
    quote = quote.plus(part.times(offer.price));
  }
  return { qty, quote };
}

/** The most base, in whole steps, that costs no more than `quoteOrderQty` as the book stands. */
export function quantityFor(book: OrderBook, draft: Draft): Big {
  let [qty, left] = [ZERO, draft.quoteOrderQty];
  for (const offer of opposingTo(book, draft.side)) {
    if (offer.price.times(offer.qty).gt(left)) return floorTo(draft.pair.step, qty.plus(left.div(offer.price)));
    qty = qty.plus(offer.qty);
    left = left.minus(offer.price.times(offer.qty));
  }
  return floorTo(draft.pair.step, qty);
}

interface TakerMatch {
  life: Lifecycle;
  book: OrderBook;
  order: Order;
  onFill: (fill: Fill) => void;
}

/** What one offer fills: bounded by the order, by what may trade at once, and by what the account can pay. */
function portion({ life, order }: TakerMatch, offer: Opposing, left: Big | null): Big {
  const wanted = min(offer.qty, remaining(order));
  const allowed = left === null ? wanted : min(wanted, left);
  if (!isMarketable(order)) return floorTo(order.pair.step, allowed);
  const payable = order.side === 'BUY' ? life.funds(order).div(offer.price) : life.funds(order);
  return floorTo(order.pair.step, min(allowed, payable));
}

function trade({ life, book, order, onFill }: TakerMatch, offer: Opposing, qty: Big): Fill {
  book.market.tradeId += 1;
  const terms = { tradeId: book.market.tradeId, qty, price: offer.price };
  if (offer.maker) life.fill(offer.maker, { ...terms, isMaker: true });
  const fill = life.fill(order, { ...terms, isMaker: false });
  onFill(fill);
  return fill;
}

/** Whether an all-or-nothing order can be filled whole just now. */
function isFillable({ book, order }: TakerMatch): boolean {
  const wanted = remaining(order);
  return sweep(book, order, wanted).qty.gte(wanted) && !book.market.terms.maxPerTick?.lt(wanted);
}

/** The offers that an order may take, best first, those of its own account left out. */
function* takeable({ life, book, order }: TakerMatch): Generator<Opposing> {
  for (const offer of opposingTo(book, order.side)) {
    if (!isOpen(order) || (!isMarketable(order) && !reaches(order, offer.price))) return;
    if (offer.maker && !isOpen(offer.maker)) continue;
    if (offer.maker?.accountId === order.accountId) preventSelfTrade(life, order, offer.maker);
    else yield offer;
  }
}

/** Fills an arriving order with what it gets at once, best price first. */
export function matchTaker(match: TakerMatch): Fill[] {
  if (match.order.timeInForce === 'FOK' && !isFillable(match)) return [];
  const fills: Fill[] = [];
  let left = match.book.market.terms.maxPerTick;
  for (const offer of takeable(match)) {
    const qty = portion(match, offer, left);
    if (qty.eq(0)) break;
    fills.push(trade(match, offer, qty));
    left = left?.minus(qty) ?? null;
  }
  return fills;
}
