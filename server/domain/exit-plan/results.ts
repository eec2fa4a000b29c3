import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { PlanTerms, Slice } from './exit-plan.ts';

type Terms = Pick<PlanTerms, 'side' | 'fee'>;

/** What a sale of a slice at `price` brings in, or what buying it back costs. */
export const worthOf = (quantity: Big, price: Big, { side, fee }: Terms): Big =>
  side === 'buy' ? quantity.times(price).times(ONE.minus(fee)) : quantity.times(price);

const sum = <Part extends Pick<Slice, 'quantity'>>(
  slices: readonly Part[],
  priceOf: (slice: Part) => Big,
  terms: Terms,
): Big => slices.reduce((total, slice) => total.plus(worthOf(slice.quantity, priceOf(slice), terms)), ZERO);

/** `paid` is what a purchase cost, or what a sale brought in after its fee; in counter, like the result. */
const resultOf = (worth: Big, paid: Big, { side }: Terms): Big =>
  side === 'buy' ? worth.minus(paid) : paid.minus(worth);

/** EX-4: the result if every target fills. */
export const resultAtTargets = (slices: readonly Slice[], paid: Big, terms: Terms): Big =>
  resultOf(
    sum(slices, ({ takeProfit }) => takeProfit, terms),
    paid,
    terms,
  );

/** EX-4: the result if the stop comes before every target. */
export const resultAtStop = (
  slices: readonly Pick<Slice, 'quantity'>[],
  stop: Big,
  of: { paid: Big; terms: Terms },
): Big =>
  resultOf(
    sum(slices, () => stop, of.terms),
    of.paid,
    of.terms,
  );
