import type { Big } from 'big.js';
import { ONE, max, min } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { nearestTargets } from '#contracts/rules/target-bounds.ts';
import type { PlanTarget, PlanTerms, StopAfter } from './exit-plan.ts';

type Terms = Pick<PlanTerms, 'side' | 'fee' | 'tick'>;

/** The price at which `quantity` comes to `amount`, fee paid, rounded so that it never falls short. */
function priceFor(amount: Big, quantity: Big, of: Terms & { offset: Big }): Big {
  const { side, fee, tick, offset } = of;
  return side === 'buy'
    ? ceilTo(tick, amount.times(ONE.plus(offset)).div(quantity.times(ONE.minus(fee))))
    : floorTo(tick, amount.times(ONE.minus(offset)).div(quantity));
}

export interface Deal {
  /** What a purchase cost, or what a sale brought in after its fee. */
  paid: Big;
  /** What of it the block could sell, or has to buy back, when it was entered. */
  whole: Big;
  /** What the targets that filled brought in, or cost, fees taken off. */
  settled: Big;
  left: Big;
}

/** EX-6: where what is left neither wins nor loses (rule 2). */
export const breakEvenOfRest = ({ paid, whole }: Deal, terms: Terms & { offset: Big }): Big =>
  priceFor(paid, whole, terms);

/** EX-6: where the whole deal neither wins nor loses; null where it can no longer lose. */
export function breakEvenOfWhole({ paid, settled, left }: Deal, terms: Terms & { offset: Big }): Big | null {
  const missing = paid.minus(settled);
  return missing.gt(0) && left.gt(0) ? priceFor(missing, left, terms) : null;
}

export interface AfterTarget {
  after: StopAfter;
  targets: readonly PlanTarget[];
  /** How many of them have filled whole. */
  filled: number;
  deal: Deal;
}

/** EX-6: where the stop is to be after so many targets; null while it stays. */
export function stopAfter({ after, targets, filled, deal }: AfterTarget, terms: Terms): Big | null {
  if (filled < 1) return null;
  if (after.to === 'previous-target')
    return targets[filled - 2]?.price ?? breakEvenOfRest(deal, { ...terms, offset: ONE.minus(ONE) });
  if (filled < after.target) return null;
  const of = { ...terms, offset: after.offset };
  return after.to === 'break-even' ? breakEvenOfRest(deal, of) : breakEvenOfWhole(deal, of);
}

/** A stop only moves toward the market's side: a sale's up, a purchase's down. */
export const isBetter = (side: PlanTerms['side'], wanted: Big, current: Big): boolean =>
  side === 'buy' ? wanted.gt(current) : wanted.lt(current);

/** The better of two stops. */
export const betterOf = (side: PlanTerms['side'], one: Big, other: Big): Big =>
  side === 'buy' ? max(one, other) : min(one, other);

/** Three ticks from the market, on the side where a stop waits. */
export function isPlaceable(wanted: Big, market: Big, { side, tick }: Pick<PlanTerms, 'side' | 'tick'>): boolean {
  const nearest = nearestTargets(side, market, tick).stopLoss;
  return side === 'buy' ? wanted.lte(nearest) : wanted.gte(nearest);
}

/** `waits`: the market is too near to the wanted stop, and the row says so. */
export type StopMove = { do: 'stay' } | { do: 'move' | 'waits'; to: Big };

/** EX-6: only toward the market's side, and only where the exchange would take it. */
export function moveStop(of: { wanted: Big | null; current: Big; market: Big }, terms: Terms): StopMove {
  const { wanted, current, market } = of;
  if (!wanted || !isBetter(terms.side, wanted, current)) return { do: 'stay' };
  return { do: isPlaceable(wanted, market, terms) ? 'move' : 'waits', to: wanted };
}
