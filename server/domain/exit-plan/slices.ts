import type { Big } from 'big.js';
import { ZERO, max, min } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExitPlan, PlanTerms, Slice } from './exit-plan.ts';

/** A part that is too small on its own, and the target it goes out at instead. */
export interface Joined {
  quantity: Big;
  from: Big;
  to: Big;
  /** What it would have been worth at its least favorable price. */
  worth: Big;
}

/** EX-3: each share down to a step; the last takes the rest. */
export function shareOut(total: Big, shares: readonly Big[], step: Big): Big[] {
  let left = total;
  return shares.map((share, index) => {
    const part = index === shares.length - 1 ? left : floorTo(step, total.times(share));
    left = left.minus(part);
    return part;
  });
}

/** Both orders of a slice are orders of their own: the one at the lower price must be worth enough. */
const lowest = (takeProfit: Big, stop: Big | null): Big => (stop ? min(takeProfit, stop) : takeProfit);

const isEnough = ({ quantity, takeProfit }: Slice, stop: Big | null, terms: PlanTerms): boolean =>
  quantity.gt(0) && quantity.gte(terms.minQuantity) && quantity.times(lowest(takeProfit, stop)).gte(terms.minNotional);

function joinTwo(near: Slice, far: Slice): Slice {
  return { ...far, quantity: near.quantity.plus(far.quantity), targets: [...near.targets, ...far.targets] };
}

export interface Slices {
  slices: Slice[];
  /** Nearest first. */
  joined: Joined[];
}

/** EX-3: the parts of `total` that a plan's targets take; what is too small goes with the next farther target. */
export function slicesOf({ targets, stop }: Pick<ExitPlan, 'targets' | 'stop'>, total: Big, terms: PlanTerms): Slices {
  const shares = targets.map(({ share }) => share);
  const parts = shareOut(total, shares, terms.step);
  const planned = targets.map(({ price }, index): Slice => ({
    quantity: parts[index] ?? ZERO,
    takeProfit: price,
    targets: [index + 1],
  }));
  return joinSmall(planned, stop?.price ?? null, terms);
}

/** What is too small goes with the next farther one, the last with the one before. */
export function joinSmall(planned: readonly Slice[], stop: Big | null, terms: PlanTerms): Slices {
  const [slices, joined]: [Slice[], Joined[]] = [[], []];
  const note = ({ quantity, takeProfit }: Slice, to: Big) =>
    joined.push({ quantity, from: takeProfit, to, worth: quantity.times(lowest(takeProfit, stop)) });
  let carried: Slice | null = null;
  for (const [index, each] of planned.entries()) {
    const slice: Slice = carried ? joinTwo(carried, each) : each;
    const next = planned[index + 1];
    const fits = isEnough(slice, stop, terms);
    carried = null;
    if (fits || (!next && slices.length === 0)) slices.push(slice);
    else if (next) {
      note(slice, next.takeProfit);
      carried = slice;
    } else joinLast(slices, slice, note);
  }
  return { slices, joined };
}

/** The last one goes with the one before, at whose price it goes out. */
function joinLast(slices: Slice[], last: Slice, note: (slice: Slice, to: Big) => void): void {
  const before = slices.pop();
  if (!before) return;
  note(last, before.takeProfit);
  slices.push({ ...joinTwo(last, before), targets: [...before.targets, ...last.targets] });
}

/** Whether even all of it together is too small: then nothing can be placed for it. */
export const isTooSmall = ({ slices }: Slices, stop: Big | null, terms: PlanTerms): boolean =>
  slices.some((slice) => !isEnough(slice, stop, terms));

/** Rule 6, for a block that sold first: what its stop costs beyond what the sale brought in. */
export function reserveFor(slices: readonly Slice[], stop: Big, proceeds: Big): Big {
  const cost = slices.reduce((sum, { quantity }) => sum.plus(quantity.times(stop)), ZERO);
  return max(cost.minus(proceeds), ZERO);
}
