import { Big } from 'big.js';
import { ZERO, min } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { houseOffers } from '../market/house-book.ts';
import { fixed } from '../pairs.ts';
import type { Lifecycle, OrderBook } from './lifecycle.ts';
import type { Prevention } from './model/execution.ts';
import { type Draft, type Fill, type Order, isMarketable, isOpen, reaches, remaining } from './model/order.ts';

interface Offer {
  price: Big;
  qty: Big;
  /** Whose order it is; null is the house. */
  maker: Order | null;
}

/** The house's levels and the accounts' resting orders as one book, best first; at one price the accounts come first. */
function* offersFor({ market, book }: OrderBook, side: Order['side']): Generator<Offer> {
  const resting = book.opposing(side);
  const isBetter = (one: Big, other: Big) => (side === 'BUY' ? one.lte(other) : one.gte(other));
  let next = 0;
  for (const level of houseOffers(market, side)) {
    for (let maker = resting[next]; maker && isBetter(maker.price, level.price); maker = resting[next]) {
      next += 1;
      yield { price: maker.price, qty: remaining(maker), maker };
    }
    yield { ...level, maker: null };
  }
  for (const maker of resting.slice(next)) yield { price: maker.price, qty: remaining(maker), maker };
}

/** What `quantity` would cost or bring in, and how much of it there is to be had, limit kept. */
export function sweep(pit: OrderBook, order: Draft, quantity: Big): { qty: Big; quote: Big } {
  let [qty, quote] = [ZERO, ZERO];
  for (const offer of offersFor(pit, order.side)) {
    if (qty.gte(quantity) || (!isMarketable(order) && !reaches(order, offer.price))) break;
    const part = min(offer.qty, quantity.minus(qty));
    qty = qty.plus(part);
    quote = quote.plus(part.times(offer.price));
  }
  return { qty, quote };
}

/** The most base, in whole steps, that is not worth more than `quoteOrderQty` as the book stands. */
export function quantityFor(pit: OrderBook, draft: Draft): Big {
  let [qty, left] = [ZERO, draft.quoteOrderQty];
  for (const offer of offersFor(pit, draft.side)) {
    if (offer.price.times(offer.qty).gt(left)) return floorTo(draft.pair.step, qty.plus(left.div(offer.price)));
    qty = qty.plus(offer.qty);
    left = left.minus(offer.price.times(offer.qty));
  }
  return floorTo(draft.pair.step, qty);
}

/** Whether an order that must only rest would take something instead. */
export function wouldMatch({ market, book }: OrderBook, draft: Draft): boolean {
  const opposite = book.best(draft.side === 'BUY' ? 'SELL' : 'BUY');
  return reaches(draft, market.quote) || (opposite !== undefined && reaches(draft, opposite.price));
}

interface Taking {
  life: Lifecycle;
  pit: OrderBook;
  order: Order;
  printed: (fill: Fill) => void;
}

/** What one offer gives: bounded by the order, by what may trade at once, and by what the account can pay. */
function portion({ life, order }: Taking, offer: Offer, left: Big | null): Big {
  const wanted = min(offer.qty, remaining(order));
  const allowed = left === null ? wanted : min(wanted, left);
  if (!isMarketable(order)) return floorTo(order.pair.step, allowed);
  const payable = order.side === 'BUY' ? life.funds(order).div(offer.price) : life.funds(order);
  return floorTo(order.pair.step, min(allowed, payable));
}

function trade({ life, pit, order, printed }: Taking, offer: Offer, qty: Big): Fill {
  pit.market.tradeId += 1;
  const terms = { tradeId: pit.market.tradeId, qty, price: offer.price };
  if (offer.maker) life.fill(offer.maker, { ...terms, isMaker: true });
  const fill = life.fill(order, { ...terms, isMaker: false });
  printed(fill);
  return fill;
}

const partOf = ({ orderId }: Order, lost: Prevention | false) => ({
  orderId,
  prevented: lost ? fixed(lost.expired) : null,
});

/** Two orders of one account would meet: the arriving order's mode says which of them goes. */
function prevent({ life, order }: Taking, maker: Order): void {
  const qty = min(remaining(order), remaining(maker));
  const { stp } = order.details;
  const matchId = life.nextPrevention();
  const of = (one: Order, counter: Order) => {
    const expired = stp === 'DECREMENT' ? qty : remaining(one);
    return { matchId, counterOrderId: counter.orderId, qty, price: maker.price, expired };
  };
  const [ofMaker, ofTaker] = [of(maker, order), of(order, maker)];
  life.notePrevented(order, {
    id: matchId,
    taker: partOf(order, stp !== 'EXPIRE_MAKER' && ofTaker),
    maker: partOf(maker, stp !== 'EXPIRE_TAKER' && ofMaker),
    mode: stp,
    price: fixed(maker.price),
  });
  if (stp !== 'EXPIRE_TAKER') life.prevent(maker, ofMaker);
  if (stp !== 'EXPIRE_MAKER') life.prevent(order, ofTaker);
}

/** Whether an all-or-nothing order can be had whole just now. */
function isWhole({ pit, order }: Taking): boolean {
  const wanted = remaining(order);
  return sweep(pit, order, wanted).qty.gte(wanted) && !pit.market.terms.maxPerTick?.lt(wanted);
}

/** The offers that an order may take, best first, those of its own account left out. */
function* takeable(taking: Taking): Generator<Offer> {
  const { pit, order } = taking;
  for (const offer of offersFor(pit, order.side)) {
    if (!isOpen(order) || (!isMarketable(order) && !reaches(order, offer.price))) return;
    if (offer.maker && !isOpen(offer.maker)) continue;
    if (offer.maker?.apiKey === order.apiKey) prevent(taking, offer.maker);
    else yield offer;
  }
}

/** What an arriving order gets at once, best price first. */
export function take(taking: Taking): Fill[] {
  if (taking.order.timeInForce === 'FOK' && !isWhole(taking)) return [];
  const fills: Fill[] = [];
  let left = taking.pit.market.terms.maxPerTick;
  for (const offer of takeable(taking)) {
    const qty = portion(taking, offer, left);
    if (qty.eq(0)) break;
    fills.push(trade(taking, offer, qty));
    left = left?.minus(qty) ?? null;
  }
  return fills;
}
