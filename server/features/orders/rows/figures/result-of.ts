import { Big } from 'big.js';
import { ZERO } from '../../../../lib/decimal.ts';
import { type Books, booksOf, openBase } from '../../life/fold.ts';
import { exitQuantity } from '../../life/plan-exits.ts';
import type { Position } from '../../life/position.ts';
import type { EndReason } from '../../life/state.ts';
import { allTradesKnown, filledPart } from './filled-part.ts';
import type { RowScene } from './row-scene.ts';
import { average } from './wire-amount.ts';

export interface Result {
  /** In counter currency, or in base where the block earns that. */
  profit: Big;
  /** Of what the entry traded, as a percentage. */
  percent: Big;
}

/** What a position moved its account by once it is out. */
interface Outcome {
  base: Big;
  counter: Big;
  /** What one unit of base brought in, or cost, with its fee. */
  price: Big;
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

/** As if what stands open went out at market now, net of the fee to be expected. */
function outcomeAt(market: Big, { position, books }: { position: Position; books: Books }, scene: RowScene): Outcome {
  const quantity = exitQuantity({ position, books, around: scene }, market);
  const kept = new Big(1).minus(scene.fee);
  if (position.section === 'buy') {
    const counter = books.counter.plus(quantity.times(market).times(kept));
    return { base: books.base.minus(quantity), counter, price: market.times(kept) };
  }
  const counter = books.counter.minus(quantity.times(market));
  return { base: books.base.plus(quantity.times(kept)), counter, price: market.div(kept) };
}

/** Fees paid in neither of the pair's currencies, each at the time of its trade; null while one has no price. */
function otherFees({ fills }: Position, { pair, priceOf }: RowScene): { base: Big; counter: Big } | null {
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

const shortOf = (amount: Big): Big => (amount.lt(0) ? amount : ZERO);

/** Trading rule 5. What is left over of the other currency counts nothing; what is short of it is made up for. */
function earnedBy({ counterEarning }: Position, out: Outcome, fees: { base: Big; counter: Big }): Big {
  if (counterEarning) return out.counter.plus(shortOf(out.base).times(out.price)).minus(fees.counter);
  return out.base.plus(shortOf(out.counter).div(out.price)).minus(fees.base);
}

/** Told by trades alone, not rounded; null where it is not measurable. */
export function resultOf(position: Position, end: EndReason | null, scene: RowScene): Result | null {
  if (!allTradesKnown(position)) return null;
  const books = booksOf(position, scene.pair);
  if (books.entry.quantity.eq(0)) return NOTHING;
  const fees = otherFees(position, scene);
  const isLetGo = end === 'released' && openBase(position, books).gte(scene.pair.step);
  if (!fees || isLetGo || position.writtenOff.gt(0)) return null;
  const out = end
    ? outcomeOf(position, books, scene)
    : scene.market && outcomeAt(scene.market, { position, books }, scene);
  if (!out) return null;
  const profit = earnedBy(position, out, fees);
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
