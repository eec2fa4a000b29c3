import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Slice } from '../exit-plan/exit-plan.ts';
import type { HeldSlice } from '../exit-plan/holders.ts';
import { betterOf, isBetter } from '../exit-plan/moved-stop.ts';
import type { OrderFact } from '../position/position.ts';
import { isLegal } from './exit-terms.ts';
import type { LiveGroup, SliceContext } from './slice-context.ts';
import { numberOf, waitingOf } from './slice-groups.ts';

/** A slice with who holds it; one whose order has begun to trade as well. */
export interface HeldPart extends HeldSlice {
  /** Of the take profits that it stands for, from 1; empty where there is only a stop. */
  targets: readonly number[];
  price: Big | null;
}

const isOnBook = ({ state }: OrderFact): boolean => state === 'open' || state === 'partly-filled';
const isFollowed = ({ leg, trailingDelta }: OrderFact): boolean => leg === 'stop-loss' && Boolean(trailingDelta);
const has = ({ orders }: LiveGroup, leg: OrderFact['leg']): boolean =>
  orders.some((order) => order.leg === leg && isOnBook(order));

/**
 * V-06: where the stops rest that the exchange is known to hold, the one farthest from the market's side where a move is
 * under way; null where it holds none.
 */
export function restingStop({ groups, terms, stop }: Pick<SliceContext, 'groups' | 'terms' | 'stop'>): Big | null {
  const prices = groups
    .flatMap(({ orders }) => orders)
    .flatMap((order) => {
      if (order.leg !== 'stop-loss' || !isOnBook(order) || !order.stopPrice) return [];
      // The exchange does not say where its trailing stop is by now: about where this server would have it.
      return [isFollowed(order) && stop ? betterOf(terms.side, order.stopPrice, stop.at) : order.stopPrice];
    });
  const [first, ...others] = prices;
  return first ? others.reduce((worst, price) => (isBetter(terms.side, price, worst) ? worst : price), first) : null;
}

/** What this server could sell by itself when the price comes there. */
function watchable({ marketContext }: SliceContext, quantity: Big, price: Big): 'server' | 'none' {
  const { pair, market, isDelayed } = marketContext;
  const canTrade = pair.status === 'trading' && pair.takesOnly !== 'resting';
  return canTrade && market && !isDelayed && isLegal(marketContext, quantity, price) ? 'server' : 'none';
}

const ofTarget = ({ groups }: SliceContext, number: number): LiveGroup[] =>
  groups.filter(({ orders }) => orders.some(({ target }) => target === number));

/** Stops that stand for several slices, the nearest first. */
function commonStop({ groups }: SliceContext) {
  const common = groups.filter((group) => !group.isWorking && has(group, 'stop-loss') && !has(group, 'take-profit'));
  const orders = common.flatMap((group) => group.orders);
  let left = common.reduce((sum, group) => sum.plus(group.left), ZERO);
  return (quantity: Big): Pick<LiveGroup, 'orders'> | null => {
    if (left.lt(quantity)) return null;
    left = left.minus(quantity);
    return { orders };
  };
}

type Take = ReturnType<typeof commonStop>;

/** Who holds the stop of a part that waits, and who moves it. */
function stopFields(
  { stop }: SliceContext,
  held: Pick<LiveGroup, 'orders'> | null | undefined,
  unheld: 'server' | 'none',
): Pick<HeldSlice, 'stop' | 'isMoved' | 'isFollowed'> {
  if (!stop) return { stop: 'none', isMoved: false };
  if (!held) return { stop: unheld, isMoved: stop.isMoved };
  const follows = held.orders.some(isFollowed);
  return { stop: 'exchange', isMoved: stop.isMoved && !follows, isFollowed: follows };
}

function waitingPart(context: SliceContext, slice: Slice, take: Take): HeldPart {
  const { quantity, takeProfit, targets } = slice;
  const own = ofTarget(context, numberOf(context, slice)).filter(({ left }) => left.eq(quantity));
  const { stop } = context;
  const held = own.find((group) => has(group, 'stop-loss')) ?? (stop && take(quantity));
  return {
    quantity,
    targets,
    price: takeProfit,
    ...stopFields(context, held, stop ? watchable(context, quantity, stop.at) : 'none'),
    target: own.some((group) => has(group, 'take-profit')) ? 'exchange' : watchable(context, quantity, takeProfit),
  };
}

/** A take profit that has begun to fill has lost its stop: the exchange ends it. */
function workingPart(context: SliceContext, { orders, left }: LiveGroup): HeldPart {
  const { stop, plan } = context;
  const target = orders[0]?.target ?? 0;
  const isStop = orders.some(({ leg }) => leg === 'stop-loss');
  return {
    quantity: left,
    targets: target > 0 ? [target] : [],
    price: plan.targets[target - 1]?.price ?? null,
    isMoved: false,
    stop: isStop ? 'exchange' : stop ? watchable(context, left, stop.at) : 'none',
    target: isStop ? 'none' : 'exchange',
  };
}

function stopAlone(context: SliceContext, take: Take): HeldPart[] {
  const { plan, stop } = context;
  const open = waitingOf(context);
  if (plan.targets.length > 0 || !stop || open.lte(0)) return [];
  const fields = stopFields(context, take(open), watchable(context, open, stop.at));
  return [{ quantity: open, targets: [], price: null, ...fields, target: 'none' }];
}

/** EX-13: who holds what, by the facts alone. */
export function heldParts(context: SliceContext): HeldPart[] {
  const take = commonStop(context);
  return [
    ...context.groups.filter(({ isWorking }) => isWorking).map((group) => workingPart(context, group)),
    ...context.slices.map((slice) => waitingPart(context, slice, take)),
    ...stopAlone(context, take),
  ];
}
