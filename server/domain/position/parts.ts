import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { type Books, liveOf } from './books.ts';
import type { OrderFact, Position } from './position.ts';

/** Orders at market that close a part of a position because its owner said so. */
export const partsOf = (position: Position): OrderFact[] =>
  liveOf(position, ['close']).filter(({ type, isExternal }) => type === 'market' && !isExternal);

const leftOf = ({ quantity, filledQuantity }: OrderFact): Big => quantity.minus(filledQuantity);

/** The books as they will be once the parts on their way out have traded at `market`: what rests protects the rest. */
export function withoutParts(position: Position, books: Books, { market, fee }: { market: Big; fee: Big }): Books {
  const parts = partsOf(position);
  if (parts.length === 0) return books;
  const leaving = parts.reduce((sum, part) => sum.plus(leftOf(part)), ZERO);
  const kept = ONE.minus(fee);
  const worth = leaving.times(market);
  return position.section === 'buy'
    ? { ...books, base: books.base.minus(leaving), counter: books.counter.plus(worth.times(kept)) }
    : { ...books, base: books.base.plus(leaving.times(kept)), counter: books.counter.minus(worth) };
}

/** Planned parts, the oldest first, that exceed what is open: sent, they would trade coins of something else. */
export function partsBeyond(position: Position, open: Big): OrderFact[] {
  let left = open;
  return partsOf(position).filter((part) => {
    left = left.minus(leftOf(part));
    if (part.state !== 'planned' || left.gte(0)) return false;
    left = left.plus(leftOf(part));
    return true;
  });
}
