import type { Big } from 'big.js';
import { ZERO, max } from '#contracts/rules/decimal.ts';
import type { ExitPlan, PlanTerms, Slice } from './exit-plan.ts';
import { joinSmall, shareOut, slicesOf } from './slices.ts';

/** What an order placed for a plan has come to. */
export interface PlanOrder {
  /** The number of its target; 0 for the stop of several, null where it was for none. */
  target: number | null;
  isTakeProfit: boolean;
  isFilled: boolean;
  filled: Big;
}

/** An order that has begun to trade: it is left to end by itself. */
export interface Working {
  target: number | null;
  left: Big;
}

export interface PlanFacts {
  /** What is open and stays, in the unit of the orders that end it. */
  open: Big;
  /** What is open and is being closed apart from the plan. */
  leaving: Big;
  orders: readonly PlanOrder[];
  working: readonly Working[];
}

export interface OpenSlices {
  /** What is still to go out, nearest first, without what an order at work has. */
  slices: Slice[];
  /** How many targets have filled whole. */
  filled: number;
}

const sum = (amounts: readonly Big[]): Big => amounts.reduce((total, amount) => total.plus(amount), ZERO);

const isOf = ({ targets }: Slice, target: number | null): boolean => target !== null && targets.includes(target);

/** Where a farther target has filled, the market has passed the nearer ones. */
const lastDone = (slices: readonly Slice[], orders: readonly PlanOrder[]): number =>
  slices.findLastIndex((slice) =>
    orders.some(({ isTakeProfit, isFilled, target }) => isTakeProfit && isFilled && isOf(slice, target)),
  );

/** What is left of slices, in proportion where something else was taken from them. */
function leftOf(slices: readonly Slice[], available: Big, { orders, step }: Pick<PlanFacts, 'orders'> & { step: Big }) {
  const traded = (slice: Slice) => sum(orders.filter(({ target }) => isOf(slice, target)).map(({ filled }) => filled));
  const planned = slices.map((slice) => max(slice.quantity.minus(traded(slice)), ZERO));
  const total = sum(planned);
  if (total.eq(available)) return planned;
  if (total.eq(0)) return slices.map((_, index) => (index === slices.length - 1 ? available : ZERO));
  const shares = planned.map((quantity) => quantity.div(total));
  return shareOut(available, shares, step);
}

/** EX-3: what of a plan is still to go out, by the facts alone: its own sales, parts closed outside it, orders at work. */
export function openSlices(plan: ExitPlan, facts: PlanFacts, terms: PlanTerms): OpenSlices {
  const { open, leaving, orders, working } = facts;
  const whole = open.plus(leaving).plus(sum(orders.map(({ filled }) => filled)));
  const { slices: all } = slicesOf(plan, whole, terms);
  const done = lastDone(all, orders);
  const undone = done === all.length - 1 ? all.slice(-1) : all.slice(done + 1);
  const waiting = undone.filter((slice) => !working.some(({ target }) => isOf(slice, target)));
  const available = max(open.minus(sum(working.map(({ left }) => left))), ZERO);
  const parts = leftOf(waiting, available, { orders, step: terms.step });
  const left = waiting.map(({ takeProfit, targets }, index): Slice => ({
    takeProfit,
    targets,
    quantity: parts[index] ?? ZERO,
  }));
  const some = left.filter(({ quantity }) => quantity.gt(0));
  const filled = all.slice(0, done + 1).reduce((count, { targets }) => count + targets.length, 0);
  return { slices: joinSmall(some, plan.stop?.price ?? null, terms).slices, filled };
}
