import { Big } from 'big.js';
import { max, min, ZERO } from './decimal.ts';
import type { OrderBlock } from '../order-block.ts';
import type { Side } from './side.ts';
import { WIRE_DECIMALS } from './amount-decimals.ts';
import { ceilTo, floorTo } from './steps.ts';

const atLeastZero = (amount: Big): Big => max(amount, ZERO);
const shortOf = (amount: Big): Big => min(amount, ZERO);

/** What a position has moved its account by so far, fees in the pair's currencies taken off: either may be negative. */
export interface Moved {
  base: Big;
  counter: Big;
}

export interface OpenTerms {
  side: Side;
  /** True where the profit is to be in counter currency, false where it is in base. */
  counterEarning: boolean;
  /** Rate taken off what a trade brings in; 0 where another asset pays. */
  fee: Big;
  /** Step of the quantity. */
  step: Big;
}

/** Base units that would end a position at `price`, rounded so that what it is for is met, never short (trading rule 5). */
export function exitQuantity({ base, counter }: Moved, terms: OpenTerms, price: Big): Big {
  const { side, counterEarning, fee, step } = terms;
  const kept = new Big(1).minus(fee);
  if (side === 'buy') {
    const all = floorTo(step, atLeastZero(base));
    const missing = atLeastZero(counter.times(-1));
    return counterEarning ? all : min(all, ceilTo(step, missing.div(price.times(kept))));
  }
  if (counterEarning) return ceilTo(step, atLeastZero(base.times(-1)).div(kept));
  return floorTo(step, atLeastZero(counter).div(price));
}

/** Everything that stands open: what a close at market trades. */
export const wholeQuantity = (moved: Moved, terms: OpenTerms, price: Big): Big =>
  exitQuantity(moved, { ...terms, counterEarning: terms.side === 'buy' || terms.counterEarning }, price);

export interface Outcome extends Moved {
  /** What one unit of base brings in, or costs, with its fee. */
  price: Big;
}

/** As if what stands open went out at `price`, net of the fee to be expected. */
export function outcomeAt(moved: Moved, terms: OpenTerms, price: Big): Outcome {
  const quantity = exitQuantity(moved, terms, price);
  const kept = new Big(1).minus(terms.fee);
  const worth = quantity.times(price);
  return terms.side === 'buy'
    ? { base: moved.base.minus(quantity), counter: moved.counter.plus(worth.times(kept)), price: price.times(kept) }
    : { base: moved.base.plus(quantity.times(kept)), counter: moved.counter.minus(worth), price: price.div(kept) };
}

/** Fees paid in neither of the pair's currencies, given in both. */
export type OtherFees = Moved;

/** Finer than any step: a quotient without an end does not fall short of a whole step. */
const QUOTIENT_DECIMALS = 12;
/** Base units, in whole steps, that counter currency left over is worth at an outcome's price. */
const worthInBase = ({ counter, price }: Outcome, step: Big): Big =>
  counter.gt(0) && price.gt(0) ? floorTo(step, counter.div(price).round(QUOTIENT_DECIMALS)) : ZERO;

/** What is short of the other currency, at the outcome's price. */
const shortInBase = ({ counter, price }: Outcome): Big => (counter.lt(0) ? counter.div(price) : ZERO);

/**
 * Trading rule 5. A shortage of the other currency is made up for at the outcome's price. Counter currency left over of a
 * block that earns base counts at that price too, in whole steps: a close at market earns what the row said before.
 */
export function earnedBy(
  out: Outcome,
  { counterEarning, step }: Pick<OpenTerms, 'counterEarning' | 'step'>,
  fees: OtherFees,
): Big {
  if (counterEarning) return out.counter.plus(shortOf(out.base).times(out.price)).minus(fees.counter);
  return out.base.plus(shortInBase(out)).plus(worthInBase(out, step)).minus(fees.base);
}

export const PERCENT_DECIMALS = 2;

/** Down to so many decimals, a loss too: -5.19351 becomes -5.1936. */
export function floored(amount: Big, decimals: number): Big {
  const cut = amount.round(decimals, 0);
  return cut.gt(amount) ? cut.minus(`1e-${decimals}`) : cut;
}

export interface OpenBooks extends OpenTerms {
  moved: Moved;
  otherFees: OtherFees;
  /** What the entry traded. */
  entry: { quantity: Big; counter: Big };
}

/** Of a block as it was answered; null where its result is not known. */
export function openBooks(block: OrderBlock): OpenBooks | null {
  const { books, section: side, counterEarning, baseQuantityStep: step } = block;
  if (!books) return null;
  const { base, counter, otherBase, otherCounter, fee } = books;
  return {
    side,
    counterEarning,
    fee,
    step,
    moved: { base, counter },
    otherFees: { base: otherBase, counter: otherCounter },
    entry: { quantity: block.firstFilledQuantity, counter: block.firstFilledCounterQuantity },
  };
}

/** What of an entry is still open, base units: less what was closed of it. */
export const openQuantity = ({ firstFilledQuantity, closedQuantity = ZERO }: OrderBlock): Big =>
  atLeastZero(firstFilledQuantity.minus(closedQuantity));

/** What an open entry is worth at `price`, in counter currency; an unfilled one what it asks for at its own price. */
export const valueAt = (block: OrderBlock, price: Big): Big => {
  const { firstFilledQuantity: filled, firstPlacedQuantity, firstPlacedPrice } = block;
  const value = filled.gt(0) ? openQuantity(block).times(price) : firstPlacedQuantity.times(firstPlacedPrice);
  return floored(value, WIRE_DECIMALS);
};

export interface OpenResult {
  /** Base units that would be traded. */
  quantity: Big;
  profit: Big;
  /** Of what the entry traded. */
  percent: Big;
}

/** What an open block comes to at `price`, as it goes over the wire; null before its entry has begun to fill. */
export function resultAt(books: OpenBooks, price: Big): OpenResult | null {
  const { moved, otherFees, entry, counterEarning } = books;
  const basis = counterEarning ? entry.counter : entry.quantity;
  if (basis.lte(0) || price.lte(0)) return null;
  const profit = earnedBy(outcomeAt(moved, books, price), books, otherFees);
  return {
    quantity: exitQuantity(moved, books, price),
    profit: floored(profit, WIRE_DECIMALS),
    percent: floored(profit.div(basis).times(100), PERCENT_DECIMALS),
  };
}
