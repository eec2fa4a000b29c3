import type { Big } from 'big.js';
import { ZERO, max, min } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../market/pair.ts';
import { booksOf, liveExits, shortOf } from './books.ts';
import type { OrderFact, Position } from './position.ts';

/** What one position holds of an asset of its account. */
export interface Claim {
  id: string;
  quantity: Big;
  /** The part that its own exits tie up: no order made by hand can have taken it. */
  tied: Big;
}

/** What its own exits tie up beyond the claim: an entry that pays for its exits has them sell its fee too, of what else is free. */
export interface Beyond {
  beyond: Big;
}

/** Digits after the point that the database keeps. */
const DECIMALS = 18;

/** A part of what is held that fees of other trades may have taken, paid in its asset. */
const TOLERATED = '0.02';

/** Whether so much is missing that a hand must have taken it: fees of others, and what no step holds, are no shortage. */
export function isShort(quantity: Big, there: Big, step: Big): boolean {
  const missing = quantity.minus(there);
  return missing.gt(quantity.times(TOLERATED)) && missing.gte(step);
}

/** A purchase holds base until it is sold, a sale holds counter currency until it is bought back. */
export const claimedAsset = ({ section }: Pick<Position, 'section'>, { base, counter }: ExchangePair): string =>
  section === 'buy' ? base : counter;

/** Of the asset that is claimed; null where it is not known, as a purchase at market. */
function tiedBy({ section }: Position, { quantity, filledQuantity, price, stopPrice }: OrderFact): Big | null {
  const left = quantity.minus(filledQuantity);
  if (section === 'buy') return left;
  const at = max(price, stopPrice ?? ZERO);
  return at.eq(0) ? null : left.times(at);
}

/** What exits have traded by the exchange's word, and no trade is known of yet. */
function untold(position: Position): Big {
  const exits = shortOf(position).filter(({ leg }) => leg !== 'entry');
  const known = (id: string) => position.fills.filter(({ orderId }) => orderId === id);
  return exits.reduce(
    (sum, { id, filledQuantity }) =>
      known(id).reduce((left, { quantity }) => left.minus(quantity), sum.plus(filledQuantity)),
    ZERO,
  );
}

export function claimOf(position: Position, pair: ExchangePair): Claim & Beyond {
  const { base, counter } = booksOf(position, pair);
  const quantity = max(position.section === 'buy' ? base.minus(untold(position)) : counter, ZERO);
  const sent = liveExits(position).filter(({ state }) => state !== 'planned');
  // The orders of one list share what they tie up.
  const lists = Map.groupBy(sent, ({ id, clientListId }) => clientListId ?? id);
  const tied = [...lists.values()].map((orders) =>
    orders.map((order) => tiedBy(position, order) ?? quantity).reduce((most, each) => max(most, each), ZERO),
  );
  const all = tied.reduce((sum, amount) => sum.plus(amount), ZERO);
  return { id: position.id, quantity, tied: min(quantity, all), beyond: max(all.minus(quantity), ZERO) };
}

/**
 * What of each claim can still be there: what its own exits tie up, and an equal share of what is free, up to the claim.
 * A small claim is met before a large one, so that what one owner gives up changes no other share.
 */
export function sharesOf(claims: readonly Claim[], free: Big): Map<string, Big> {
  const shares = new Map<string, Big>();
  let left = max(free, ZERO);
  const unmet = claims.map((claim) => ({ ...claim, missing: claim.quantity.minus(claim.tied) }));
  const smallestFirst = unmet.toSorted((one, other) => one.missing.cmp(other.missing));
  for (const [index, { id, tied, missing }] of smallestFirst.entries()) {
    const share = min(missing, left.div(smallestFirst.length - index).round(DECIMALS, 0));
    shares.set(id, tied.plus(share));
    left = left.minus(share);
  }
  return shares;
}
