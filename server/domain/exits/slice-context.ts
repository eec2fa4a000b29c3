import type { Big } from 'big.js';
import { ZERO, max } from '#contracts/rules/decimal.ts';
import type { ExitPlan, PlanTerms } from '../exit-plan/exit-plan.ts';
import { type OpenSlices, openSlices, type Working } from '../exit-plan/open-slices.ts';
import { planOf, planTermsOf } from './plan-of.ts';
import { type Books, entryOf, liveOf } from '../position/books.ts';
import { isLive } from '../position/order-state.ts';
import type { Intent, OrderFact, Position } from '../position/position.ts';
import { allOpen, type ExitContext, TARGETS } from './exit-terms.ts';
import { isActivated } from './resting-exits.ts';
import { type CurrentStop, isOwn, stopOf } from './slice-stop.ts';

/** Orders on the exchange that end one another: a list, or one by itself. */
export interface LiveGroup {
  orders: OrderFact[];
  /** What it still ties up. */
  left: Big;
  /** It has begun to trade, or goes to the market: it ends by itself. */
  isWorking: boolean;
}

export interface SliceContext extends ExitContext, OpenSlices {
  plan: ExitPlan;
  terms: PlanTerms;
  groups: LiveGroup[];
  stop: CurrentStop | null;
  /** What is open and stays, in the unit of the orders that end it. */
  open: Big;
}

/** A plan is worked by slices once its entry is over: until then its first target and its stop hold everything. */
export function isSliced(position: Position, { plan = 0 }: Intent, books: Books): boolean {
  const entry = entryOf(position);
  return plan > 0 && books.entry.quantity.gt(0) && !(entry && isLive(entry.state));
}

const leftOf = ({ quantity, filledQuantity }: OrderFact): Big => quantity.minus(filledQuantity);

/** What goes to the market is left alone; a target of another plan that has begun to fill is taken down all the same. */
function isWorking(position: Position, intent: Intent, order: OrderFact): boolean {
  if (order.type === 'market') return true;
  const hasBegun = order.filledQuantity.gt(0) || isActivated(position, order);
  return hasBegun && (order.leg === 'stop-loss' || isOwn(order, intent));
}

function liveGroups(position: Position, intent: Intent): LiveGroup[] {
  const lists = Map.groupBy(liveOf(position, TARGETS), ({ id, clientListId }) => clientListId ?? id);
  return [...lists.values()].map((orders) => ({
    orders,
    left: orders.map(leftOf).reduce((most, left) => max(most, left), ZERO),
    isWorking: orders.some((order) => isWorking(position, intent, order)),
  }));
}

const workingOf = ({ isWorking: works, orders, left }: LiveGroup): Working[] =>
  works ? [{ target: orders[0]?.target ?? null, left }] : [];

/** All that a plan comes down to, by what is known. `whole` has the parts on their way out as well. */
export function sliceContext(context: ExitContext, whole: ExitContext): SliceContext {
  const { position, intent, marketContext } = context;
  const plan = planOf(intent);
  const terms = planTermsOf(position, marketContext);
  const at = marketContext.market ?? position.price;
  const open = allOpen(context, at);
  const groups = liveGroups(position, intent);
  const orders = position.orders
    .filter((order) => order.leg !== 'entry' && isOwn(order, intent))
    .map(({ leg, target = null, state, filledQuantity }) => ({
      target,
      isTakeProfit: leg === 'take-profit',
      isFilled: state === 'filled',
      filled: filledQuantity,
    }));
  const leaving = allOpen(whole, at).minus(open);
  const { slices, filled } = openSlices(plan, { open, leaving, orders, working: groups.flatMap(workingOf) }, terms);
  const stop = stopOf(context, { plan, terms, filled, open });
  return { ...context, plan, terms, slices, filled, groups, open, stop };
}
