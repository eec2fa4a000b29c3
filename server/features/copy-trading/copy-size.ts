import type { Big } from 'big.js';
import { ZERO, max, min } from '#contracts/rules/decimal.ts';
import { type LeastOrder, leastQuantity } from '#contracts/rules/least-order.ts';
import { ceilShare, floorShare, floorTo } from '#contracts/rules/steps.ts';
import type { Side } from '#contracts/symbol.ts';
import { roundedUp, roundedDown } from './amount-text.ts';

/** The trading rules of a pair. */
export interface PairRules extends LeastOrder {
  base: string;
  counter: string;
  /** Base units. */
  step: Big;
  maxQuantity: Big;
}

export interface Deal {
  section: Side;
  price: Big;
  /** Of the main order, in base units. */
  quantity: Big;
}

/** Free amounts are of the asset to be spent, before the deal; null while not known. */
export interface CopyTerms {
  mainFree: Big | null;
  free: Big | null;
  multiplier: Big;
  /** USDT. */
  ceiling: Big | null;
  /** USDT per deal instead of the ratio; null for the ratio. */
  fixed: Big | null;
  /** The value of one unit of the counter currency in USDT; null while no price is known. */
  counterUsdt: Big | null;
}

/** `usdtPrice`: one base unit at the deal's price in USDT; null where the rule does not need it. */
type Known = CopyTerms & { free: Big; usdtPrice: Big | null };

type SkipCode =
  | 'BELOW_MIN'
  | 'CEILING_BELOW_MIN'
  | 'NO_BALANCE'
  | 'BALANCE_UNKNOWN'
  | 'MAIN_BALANCE_UNKNOWN'
  | 'PRICE_UNKNOWN';
export interface CopySize {
  quantity: Big;
  skip: { code: SkipCode; sentence: string } | null;
}

/** Added to the least that a key should have free, so that a slightly lower price still fits. */
const ROOM = '1.05';

const skipped = (code: SkipCode, sentence: string): CopySize => ({ quantity: ZERO, skip: { code, sentence } });

/** Trading rule 7: the free balance from which this deal would be copied. */
function eligibleFrom(deal: Deal, rules: PairRules, terms: { mainFree: Big; multiplier: Big }): Big {
  const { price, quantity, section } = deal;
  const smallest = leastQuantity(rules, price);
  const perUnit = terms.mainFree.div(quantity.times(terms.multiplier));
  const roomy = rules.minNotional.times(ROOM).div(price).times(perUnit);
  const itself = section === 'buy' ? smallest.times(price) : smallest;
  return max(roomy, smallest.times(perUnit), itself);
}

function belowMin(deal: Deal, rules: PairRules, of: { wanted: Big; hint: string }): CopySize {
  const { counter, base, minNotional, minQuantity } = rules;
  const rounded = floorTo(rules.step, of.wanted);
  const [exact, onStep] = [of.wanted.times(deal.price), rounded.times(deal.price)];
  const worth = exact.lt(minNotional) ? exact : onStep;
  const size = worth.lt(minNotional)
    ? `${roundedDown(worth)} ${counter} is under the ${roundedUp(minNotional)} ${counter} minimum`
    : `${roundedDown(of.wanted)} ${base} is under the ${roundedUp(minQuantity)} ${base} minimum`;
  return skipped('BELOW_MIN', `${size}. ${of.hint}`);
}

/** The size of a copy before any limit: exact, as a fraction. */
function wantedShare(
  { price, quantity }: Deal,
  { mainFree, free, multiplier, fixed, usdtPrice }: Known,
): { over: Big; under: Big } {
  if (fixed) return { over: fixed, under: usdtPrice ?? price };
  return { over: quantity.times(free).times(multiplier), under: mainFree ?? ZERO };
}

/** What would be enough where the deal is too small to be copied. */
function hintOf(deal: Deal, rules: PairRules, { mainFree, multiplier, fixed, usdtPrice }: Known): string {
  const smallest = leastQuantity(rules, deal.price);
  const costUsdt = smallest.times(usdtPrice ?? deal.price);
  if (fixed?.lt(costUsdt)) return `Set this key's fixed amount to ${roundedUp(costUsdt)} USDT or more.`;
  const spent = deal.section === 'buy' ? rules.counter : rules.base;
  const itself = deal.section === 'buy' ? smallest.times(deal.price) : smallest;
  const from = fixed ? itself : eligibleFrom(deal, rules, { mainFree: mainFree ?? ZERO, multiplier });
  return `This key needs ${roundedUp(from)} ${spent} free.`;
}

/** The largest quantity that the ceiling allows, in base units; null without a ceiling. */
const cappedBy = ({ step }: PairRules, { ceiling, usdtPrice }: Known): Big | null =>
  ceiling && usdtPrice && floorShare(step, ceiling, usdtPrice);

function ceilingTooLow({ ceiling, usdtPrice }: Known, smallest: Big): CopySize {
  const [own, minimum] = [roundedDown(ceiling ?? ZERO), roundedUp(smallest.times(usdtPrice ?? ZERO))];
  const sentence = `This key's ceiling of ${own} USDT is under the ${minimum} USDT minimum.`;
  return skipped('CEILING_BELOW_MIN', sentence);
}

/** The size where the balances are known. */
function sizeKnown(deal: Deal, rules: PairRules, terms: Known): CopySize {
  const { free } = terms;
  const { section, price } = deal;
  const { step } = rules;
  const spent = section === 'buy' ? rules.counter : rules.base;
  const { over, under } = wantedShare(deal, terms);
  if (under.lte(0)) return skipped('NO_BALANCE', `The main key has no free ${spent} to size this copy by.`);
  if (free.lte(0)) return skipped('NO_BALANCE', `No ${spent} is free on this key. ${hintOf(deal, rules, terms)}`);
  const smallest = leastQuantity(rules, price);
  const capped = cappedBy(rules, terms);
  if (capped?.lt(smallest)) return ceilingTooLow(terms, smallest);
  const affordable = section === 'buy' ? floorShare(step, free, price) : floorTo(step, free);
  const sized = min(floorShare(step, over, under), affordable);
  if (sized.lt(smallest)) {
    const wanted = min(over.div(under), section === 'buy' ? free.div(price) : free);
    return belowMin(deal, rules, { wanted, hint: hintOf(deal, rules, terms) });
  }
  return { quantity: min(sized, capped ?? sized, floorTo(step, rules.maxQuantity)), skip: null };
}

/**
 * The size of a copy: main quantity × (its free balance / the main key's) × its multiplier, or its fixed amount,
 * rounded down to the step; at most its ceiling, its free balance and the exchange's maximum.
 */
export function copySize(deal: Deal, rules: PairRules, terms: CopyTerms): CopySize {
  const { mainFree, free, ceiling, fixed, counterUsdt } = terms;
  const spent = deal.section === 'buy' ? rules.counter : rules.base;
  const isInUsdt = ceiling !== null || fixed !== null;
  if (isInUsdt && !counterUsdt?.gt(0))
    return skipped(
      'PRICE_UNKNOWN',
      `The price of ${rules.counter} in USDT is not known, and this key's rule is in USDT.`,
    );
  if (!mainFree && !fixed)
    return skipped('MAIN_BALANCE_UNKNOWN', `The main key's free ${spent} is not known right now.`);
  if (!free) return skipped('BALANCE_UNKNOWN', `This key's free ${spent} is not known right now.`);
  return sizeKnown(deal, rules, { ...terms, free, usdtPrice: counterUsdt && deal.price.times(counterUsdt) });
}

/**
 * The smallest quantity of the main key that is copied with the current balances; null where none is, or it is not
 * known.
 */
function smallestCopied(deal: Deal, rules: PairRules, terms: CopyTerms): Big | null {
  const { mainFree, free, multiplier, fixed } = terms;
  const smallest = leastQuantity(rules, deal.price);
  const share = free?.gt(0) && mainFree && ceilShare(rules.step, smallest.times(mainFree), free.times(multiplier));
  const quantity = fixed ? smallest : share && max(share, smallest);
  if (!quantity || copySize({ ...deal, quantity }, rules, terms).skip) return null;
  return mainFree?.lt(deal.section === 'buy' ? quantity.times(deal.price) : quantity) ? null : quantity;
}

export interface CopyLeast {
  /** What should be free for this deal, in the asset to be spent; for a fixed amount the least amount, in USDT. */
  least: Big | null;
  /** The smallest deal of the main key that is copied, in counter units. */
  leastDeal: Big | null;
}

/** The least that is copied; null where nothing would be, or it is not known. */
export function copyLeast(deal: Deal, rules: PairRules, terms: CopyTerms): CopyLeast {
  const { mainFree, multiplier, ceiling, fixed, counterUsdt } = terms;
  const cost = counterUsdt && leastQuantity(rules, deal.price).times(deal.price).times(counterUsdt);
  if ((ceiling ?? fixed) && (!cost || ceiling?.lt(cost))) return { least: null, leastDeal: null };
  const byRatio = mainFree?.gt(0) ? eligibleFrom(deal, rules, { mainFree, multiplier }) : null;
  const leastDeal = smallestCopied(deal, rules, terms)?.times(deal.price) ?? null;
  return { least: fixed ? cost : byRatio, leastDeal };
}

/**
 * How much of a copy to close where the main key closed `mainSold` of `mainHeld`: the same fraction, rounded down to
 * the step.
 */
export function closingQuantity(step: Big, of: { held: Big; mainSold: Big; mainHeld: Big }): Big {
  return of.mainHeld.lte(0) ? ZERO : floorShare(step, of.held.times(of.mainSold), of.mainHeld);
}
