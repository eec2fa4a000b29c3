import type { OrderBook } from '../books/order-book.ts';
import { type Draft, hasTrigger, reaches } from '../model/order.ts';
import { OrderRefusal } from '../model/refusal.ts';
import { isTriggered } from '../model/trigger.ts';

/** Whether an order that must only rest would take something instead. */
function wouldMatch({ market, resting }: OrderBook, draft: Draft): boolean {
  const opposite = resting.best(draft.side === 'BUY' ? 'SELL' : 'BUY');
  return reaches(draft, market.quote) || (opposite !== undefined && reaches(draft, opposite.price));
}

/** What a single order may not be when it arrives. Throws the refusal. */
export function checkArrival(draft: Draft, book: OrderBook): void {
  if (isTriggered(draft, book.market.price)) throw new OrderRefusal('would-trigger');
  if (draft.type === 'LIMIT_MAKER' && wouldMatch(book, draft)) throw new OrderRefusal('would-match');
}

/** Each leg of a pair must lie on its own side of the last price. Throws the refusal. */
export function checkPair(legs: readonly Draft[], book: OrderBook): void {
  const isWrong = (leg: Draft): boolean => {
    if (leg.type === 'LIMIT_MAKER') return wouldMatch(book, leg);
    return isTriggered(leg, book.market.price);
  };
  if (legs.length === 2 && legs.some(isWrong)) throw new OrderRefusal('prices-of-pair');
}

/** Zero for a trailing leg without a stop price, which begins wherever the market is then. */
const levelOf = (leg: Draft) => (hasTrigger(leg) ? leg.stopPrice : leg.price);

/** Of legs that will be a pair, the first must lie below the second. Throws the refusal. */
export function checkSpread([below, above]: readonly Draft[]): void {
  if (!below || !above || levelOf(above).eq(0)) return;
  if (levelOf(below).gte(levelOf(above))) throw new OrderRefusal('prices-of-pair');
}
