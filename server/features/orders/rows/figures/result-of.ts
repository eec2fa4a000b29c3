import { Big } from 'big.js';
import { ZERO } from '../../../../lib/decimal.ts';
import { earnedBy, type OtherFees, type Outcome, outcomeAt } from '#contracts/rules/open-result.ts';
import { type Books, booksOf, openBase } from '../../life/fold.ts';
import { termsOf } from '../../life/plan-exits.ts';
import type { Position } from '../../life/position.ts';
import type { EndReason } from '../../life/state.ts';
import { allTradesKnown, average, filledPart } from './filled-part.ts';
import type { RowScene } from './row-scene.ts';

export interface Result {
  /** In counter currency, or in base where the block earns that. */
  profit: Big;
  /** Of what the entry traded, as a percentage. */
  percent: Big;
}

const EXITS = ['take-profit', 'stop-loss', 'rest', 'close'] as const;
const NOTHING: Result = { profit: ZERO, percent: ZERO };

/** By what has been traded. Null where nothing was: there is no price to tell a result by. */
function outcomeOf(position: Position, books: Books, { pair }: RowScene): Outcome | null {
  const { base, counter, exit } = books;
  if (exit.quantity.eq(0)) return null;
  const fee = (asset: string): Big => exit.fees.get(asset) ?? ZERO;
  const price =
    position.section === 'buy'
      ? exit.counter.minus(fee(pair.counter)).div(exit.quantity)
      : exit.counter.div(exit.quantity.minus(fee(pair.base)));
  return { base, counter, price };
}

/** Fees paid in neither of the pair's currencies, each at the time of its trade; null while one has no price. */
function otherFees({ fills }: Position, { pair, priceOf }: RowScene): OtherFees | null {
  let [base, counter] = [ZERO, ZERO];
  for (const { commission, commissionAsset, commissionPrice, price, tradedAt } of fills) {
    if (commissionAsset === pair.base || commissionAsset === pair.counter || commission.eq(0)) continue;
    const worth = (commissionPrice ?? priceOf(commissionAsset, tradedAt))?.times(commission);
    if (!worth) return null;
    counter = counter.plus(worth);
    base = base.plus(worth.div(price));
  }
  return { base, counter };
}

interface Measured {
  books: Books;
  fees: OtherFees;
}

/** What a result is told by: trades alone; null where it is not measurable. */
export function measured(position: Position, end: EndReason | null, scene: RowScene): Measured | null {
  if (!allTradesKnown(position)) return null;
  const books = booksOf(position, scene.pair);
  const fees = otherFees(position, scene);
  const isLetGo = end === 'released' && openBase(position, books).gte(scene.pair.step);
  return !fees || isLetGo || position.writtenOff.gt(0) ? null : { books, fees };
}

/** Not rounded; null where it is not measurable. */
export function resultOf(position: Position, end: EndReason | null, scene: RowScene): Result | null {
  const told = measured(position, end, scene);
  if (!told) return null;
  const { books, fees } = told;
  if (books.entry.quantity.eq(0)) return NOTHING;
  const terms = termsOf(position, scene);
  const out = end ? outcomeOf(position, books, scene) : scene.market && outcomeAt(books, terms, scene.market);
  if (!out) return null;
  const profit = earnedBy(out, position.counterEarning, fees);
  const basis = position.counterEarning ? books.entry.counter : books.entry.quantity;
  return { profit, percent: profit.div(basis).times(100) };
}

/** The entry's worth in counter currency: at market, once it has ended at its exits' average; null without a price. */
export function valueOf(position: Position, end: EndReason | null, { market }: RowScene): Big | null {
  const entry = filledPart(position, ['entry']);
  if (entry.quantity.eq(0)) return end ? ZERO : market && position.quantity.times(market);
  if (!end) return market && entry.quantity.times(market);
  const exits = filledPart(position, EXITS);
  return exits.quantity.eq(0) ? entry.counter : entry.quantity.times(average(exits));
}
