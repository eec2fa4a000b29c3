import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { entryOf, ofLegs } from './books.ts';
import type { Intent, OrderFact, Position } from './position.ts';

/** Why an entry is cancelled, where its owner changed it. */
export const CHANGED = 'changed';

const isTaken = ({ exchangeOrderId }: OrderFact): boolean => exchangeOrderId !== null;

/** Not taken just now, or never received: it is placed again. */
const isToRepeat = (last: OrderFact): boolean => last.state === 'expired' && !isTaken(last);

/** It was ended on the exchange, without our asking. */
export const endedElsewhere = (last: OrderFact): boolean =>
  (last.state === 'cancelled' || last.state === 'expired') && !last.cancelAsked && isTaken(last);

/** The entry's last order, while its owner wants another in its place. */
export function toChange(position: Position): OrderFact | null {
  const { changedEntry = 0 } = position;
  const last = ofLegs(position, ['entry']).at(-1);
  if (!last || changedEntry === 0) return null;
  return last.attempt < changedEntry || isToRepeat(last) ? last : null;
}

/** Another entry is to take the place of the one that was placed last, and will. */
export function isEntryChanging(position: Position, { ending }: Intent): boolean {
  const last = toChange(position);
  return last !== null && ending === 'none' && last.state !== 'filled' && !endedElsewhere(last);
}

/** Base units of the next entry: what its owner wants in all, less what was filled. */
export const leftOfEntry = ({ orders, quantity }: Pick<Position, 'orders' | 'quantity'>): Big =>
  orders.reduce((left, { leg, filledQuantity }) => (leg === 'entry' ? left.minus(filledQuantity) : left), quantity);

/** The terms of an entry that stays what it is. */
export function keptEntry(position: Position): { price: Big; quantity: Big } {
  const entry = entryOf(position);
  const { price = position.price, quantity = position.quantity, filledQuantity = ZERO } = entry ?? {};
  return { price, quantity: filledQuantity.gt(0) ? filledQuantity : quantity };
}
