import { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { shareOut } from '../exit-plan/slices.ts';
import { type AverageTerms, type Held, breakEvenOf, closingQuantity } from './terms.ts';

const COST_STEP = new Big('1e-8');
const FEWEST = 2;
const MOST = 5;

export interface Part extends Held {
  closing: Big;
  breakEven: Big | null;
}

/** `amount` in proportion to `weights`, each down to `step`; the last takes the rest, so that the parts are the whole to the last digit. */
export function inProportion(amount: Big, weights: readonly Big[], step: Big): Big[] {
  const total = weights.reduce((sum, weight) => sum.plus(weight), ZERO);
  let left = amount;
  return weights.map((weight, index) => {
    const part = index === weights.length - 1 ? left : floorTo(step, amount.times(weight).div(total));
    left = left.minus(part);
    return part;
  });
}

/** AV-4: why a position cannot be split so; null where it can. */
export function sharesFault(shares: readonly Big[]): string | null {
  if (shares.length < FEWEST || shares.length > MOST) return `A position is split into ${FEWEST} to ${MOST} parts.`;
  if (shares.some((share) => share.lte(0))) return 'Each part needs a share above 0%.';
  const sum = shares.reduce((total, share) => total.plus(share), ZERO);
  return sum.eq(ONE) ? null : `The shares must add up to 100%: they add up to ${sum.times(100).toFixed()}%.`;
}

/** AV-4: coins by the shares of what can be sold, the last part with what is too little to sell; costs go with the coins. */
export function split(whole: Held, shares: readonly Big[], terms: AverageTerms): Part[] {
  const closing = shareOut(closingQuantity(whole, terms), shares, terms.step);
  const nets = terms.side === 'buy' ? buyingNets(whole, closing) : inProportion(whole.net, shares, COST_STEP);
  const counters = inProportion(whole.counter, nets, COST_STEP);
  const quantities = inProportion(whole.quantity, nets, COST_STEP);
  return nets.map((net, index) => {
    const [counter, quantity] = [counters[index] ?? ZERO, quantities[index] ?? ZERO];
    const breakEven = breakEvenOf({ net, counter, quantity }, terms);
    return { net, counter, quantity, closing: closing[index] ?? ZERO, breakEven };
  });
}

function buyingNets({ net }: Held, closing: readonly Big[]): Big[] {
  const before = closing.slice(0, -1);
  return [...before, before.reduce((left, part) => left.minus(part), net)];
}

/** AV-4: the first part, counted from 1, that is too small to be sold at its stop; null where none is. */
export function tooSmall(
  parts: readonly Part[],
  of: { stop: Big | null; minNotional: Big; minQuantity: Big },
): number | null {
  const isEnough = ({ closing }: Part): boolean =>
    closing.gt(0) && closing.gte(of.minQuantity) && (of.stop === null || closing.times(of.stop).gte(of.minNotional));
  const index = parts.findIndex((part) => !isEnough(part));
  return index === -1 ? null : index + 1;
}
