import type { Big } from 'big.js';
import { costOf } from '#contracts/rules/ladder.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { earnedBy, type OtherFees, type Outcome, outcomeAt } from '#contracts/rules/open-result.ts';
import { type Books, booksOf, openBase } from '../../../../domain/position/books.ts';
import { termsOf } from '../../../../domain/exits/exit-terms.ts';
import type { Position } from '../../../../domain/position/position.ts';
import type { EndReason } from '../../../../domain/position/state.ts';
import { allTradesKnown, average, filledPart } from './filled-part.ts';
import type { RowContext } from './row-context.ts';

export interface Result {
  /** In counter currency, or in base where the block earns that. */
  profit: Big;
  /** Of what the entry traded, as a percentage. */
  percent: Big;
}

const EXITS = ['take-profit', 'stop-loss', 'rest', 'close'] as const;
const NOTHING: Result = { profit: ZERO, percent: ZERO };

/** By what has been traded. Null where that gives no price for a result. */
function outcomeOf(position: Position, books: Books, { pair }: RowContext): Outcome | null {
  const { base, counter, exit } = books;
  const fee = (asset: string): Big => exit.fees.get(asset) ?? ZERO;
  const isBuy = position.section === 'buy';
  const worth = isBuy ? exit.counter.minus(fee(pair.counter)) : exit.counter;
  const quantity = isBuy ? exit.quantity : exit.quantity.minus(fee(pair.base));
  const isPriced = exit.counter.gt(0) && !worth.eq(0) && !quantity.eq(0);
  return isPriced ? { base, counter, price: worth.div(quantity) } : null;
}

/**
 * A take profit that earns base sold what it had promised: what it brought in above that is no result. What a part that
 * was closed before brought in is.
 */
const promised = (out: Outcome, position: Position): Outcome =>
  !position.counterEarning && out.counter.gt(0) && closedOf(position).eq(0) ? { ...out, counter: ZERO } : out;

/** Fees paid in neither of the pair's currencies, each at the time of its trade; null while one has no price. */
function otherFees({ fills }: Position, { pair, priceOf }: RowContext): OtherFees | null {
  let [base, counter] = [ZERO, ZERO];
  for (const { commission, commissionAsset, commissionPrice, price, tradedAt } of fills) {
    if (commissionAsset === pair.base || commissionAsset === pair.counter || commission.eq(0)) continue;
    const worth = (commissionPrice ?? priceOf(commissionAsset, tradedAt))?.times(commission);
    if (!worth || price.eq(0)) return null;
    counter = counter.plus(worth);
    base = base.plus(worth.div(price));
  }
  return { base, counter };
}

interface Measured {
  books: Books;
  fees: OtherFees;
}

/** A figure that cannot be computed is unknown: no row keeps the others of its list from being shown. */
function orUnknown<Figure>(compute: () => Figure | null): Figure | null {
  try {
    return compute();
  } catch {
    return null;
  }
}

/** Its coins were traded by hand, or are not there: what it would bring in is not known. */
const isInDoubt = ({ interference }: Position): boolean => interference === 'balance-spent';
/** Of orders that were found without a row it may not be known which currency they are to earn. */
const isFound = ({ interference }: Position): boolean => interference === 'order-found';

const isPriced = ({ fills }: Position): boolean => fills.every(({ price }) => price.gt(0));

/** What a result is computed from: trades alone; null where it is not measurable. */
export const measured = (position: Position, end: EndReason | null, context: RowContext): Measured | null =>
  orUnknown(() => measure(position, end, context));

function measure(position: Position, end: EndReason | null, context: RowContext): Measured | null {
  if (!allTradesKnown(position) || !isPriced(position) || (!end && (isInDoubt(position) || isFound(position))))
    return null;
  const books = booksOf(position, context.pair);
  const fees = otherFees(position, context);
  const isLetGo = end === 'released' && openBase(position, books).gte(context.pair.step);
  return !fees || isLetGo || !position.writtenOff.eq(0) ? null : { books, fees };
}

/** Not rounded; null where it is not measurable. */
export const resultOf = (position: Position, end: EndReason | null, context: RowContext): Result | null =>
  orUnknown(() => result(position, end, context));

function result(position: Position, end: EndReason | null, context: RowContext): Result | null {
  const reported = measured(position, end, context);
  if (!reported) return null;
  const { books, fees } = reported;
  if (books.entry.quantity.eq(0)) return NOTHING;
  const terms = termsOf(position, context);
  const out = end ? outcomeOf(position, books, context) : context.market && outcomeAt(books, terms, context.market);
  if (!out) return null;
  const profit = earnedBy(end === 'take-profit' ? promised(out, position) : out, terms, fees);
  const basis = position.counterEarning ? books.entry.counter : books.entry.quantity;
  if (basis.eq(0)) return null;
  return { profit, percent: profit.div(basis).times(100) };
}

/** Base units that were closed already of what the entry traded, a part at a time. */
export const closedOf = (position: Position): Big => filledPart(position, ['close']).quantity;

/** The entry's worth in counter currency, less what was closed of it: unfilled at its own price, filled at market, once it has ended at its exits' average; null without a price. */
export const valueOf = (position: Position, end: EndReason | null, context: RowContext): Big | null =>
  orUnknown(() => value(position, end, context));

function value(position: Position, end: EndReason | null, { market }: RowContext): Big | null {
  const entry = filledPart(position, ['entry']);
  if (entry.quantity.eq(0))
    return end ? ZERO : position.limits ? costOf(position.limits) : position.quantity.times(position.price);
  if (!end)
    return isInDoubt(position) ? null : market && max(entry.quantity.minus(closedOf(position)), ZERO).times(market);
  const exits = filledPart(position, EXITS);
  return exits.quantity.eq(0) ? entry.counter : entry.quantity.times(average(exits));
}
