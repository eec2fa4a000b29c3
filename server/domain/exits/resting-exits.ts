import { pauseAfter } from '../position/attempts.ts';
import { isLive } from '../position/order-state.ts';
import {
  type ExitContext,
  type ExitTerms,
  exitQuantity,
  inOneOrder,
  isLegal,
  isSame,
  type PlannedOrder,
  desired,
} from './exit-terms.ts';
import type { Big } from 'big.js';
import type { Target } from '../position/exits.ts';
import { min } from '#contracts/rules/decimal.ts';
import { entryOf, liveOf } from '../position/books.ts';
import type { OrderFact, Position } from '../position/position.ts';

/** A part that grows gets its targets anew, but not more often than this. */
export const REPLACE_EVERY_MS = 5000;

export interface Resting {
  orders: PlannedOrder[];
  /** Both in one list, so that the exchange ends the one when the other is active. */
  asList: boolean;
}
export const NOTHING_RESTS: Resting = { orders: [], asList: false };

/** What holds `whole` for a target on the exchange; null where the exchange takes no such order. */
export function orderAt(
  context: ExitContext,
  target: Target,
  { price, whole }: { price: Big; whole: Big },
): PlannedOrder | null {
  const quantity = inOneOrder(context.marketContext, whole, 'resting');
  if (!isLegal(context.marketContext, quantity, price)) return null;
  const common = { leg: target, side: context.exit, quantity } as const;
  if (target === 'take-profit') return { ...common, type: 'limit', price, stopPrice: null };
  const { triggers } = context.marketContext.pair;
  if (triggers.has('stop')) return { ...common, type: 'stop', price: null, stopPrice: price };
  return triggers.has('stop-limit') ? { ...common, type: 'stop-limit', price, stopPrice: price } : null;
}

function targetOrder(context: ExitContext, target: Target, whole: Big): PlannedOrder | null {
  const price = desired(context, target);
  return price && orderAt(context, target, { price, whole });
}

/** The exchange asked to wait. */
export const wasNotTaken = ({ state, exchangeOrderId, type }: OrderFact): boolean =>
  type !== 'market' && state === 'expired' && exchangeOrderId === null;

/** Resting orders since the owner last asked to try again. */
const tried = ({ orders, retriedAt }: Position): OrderFact[] =>
  orders.filter(({ type, placedAt }) => type !== 'market' && placedAt >= retriedAt);

/** What the exchange did not take is sent again after a pause that grows with each failure in a row, UTC epoch ms. */
export function sentAgainAt(position: Position, planned: ExitTerms): number {
  const all = tried(position).filter((order) => isSame(order, planned));
  const failures = all.slice(all.findLastIndex((order) => !wasNotTaken(order)) + 1);
  const last = failures.at(-1);
  return last ? last.placedAt + pauseAfter(failures.length) : 0;
}

/** The exchange did not take one of these just now: it is no reason to place something else. */
export const isTooSoon = ({ position, marketContext }: ExitContext, orders: readonly PlannedOrder[]): boolean =>
  orders.some((planned) => marketContext.now < sentAgainAt(position, planned));

/** Resting orders that were refused for good. */
const failed = ({ position }: ExitContext): OrderFact[] => tried(position).filter(({ state }) => state === 'rejected');

export const refusedBefore = (context: ExitContext, planned: PlannedOrder): boolean =>
  failed(context).some((order) => order.clientListId === null && isSame(order, planned));

/** A list is refused whole: one of its legs may be in another list, which the exchange takes. */
export function refusedWhole(context: ExitContext, orders: readonly PlannedOrder[]): boolean {
  const lists = Map.groupBy(failed(context), ({ clientListId }) => clientListId);
  lists.delete(null);
  return [...lists.values()].some((list) => orders.every((planned) => list.some((order) => isSame(order, planned))));
}

/** Both targets in one list where the exchange has lists; else one of them rests, and the server watches the other. */
function waysToRest(context: ExitContext): Resting[] {
  const { marketContext } = context;
  const [takeProfit, stopLoss] = (['take-profit', 'stop-loss'] as const).map((target) => {
    const price = desired(context, target);
    return price && exitQuantity(context, price);
  });
  const singles = [
    takeProfit ? targetOrder(context, 'take-profit', takeProfit) : null,
    stopLoss ? targetOrder(context, 'stop-loss', stopLoss) : null,
  ].flatMap((order) => (order ? [{ orders: [order], asList: false }] : []));
  if (!takeProfit || !stopLoss || !marketContext.pair.lists.has('oco')) return singles.slice(0, 1);
  const both = min(takeProfit, stopLoss);
  const legs = [targetOrder(context, 'take-profit', both), targetOrder(context, 'stop-loss', both)];
  const list = legs.filter((leg) => leg !== null);
  return list.length < legs.length ? singles.slice(0, 1) : [{ orders: list, asList: true }, ...singles.slice(0, 1)];
}

/** What the exchange has not refused yet: a list is not taken where the pair's stops are used up, a limit order is. */
export function restingOrders(context: ExitContext): Resting {
  const resting = waysToRest(context).find(({ orders, asList }) =>
    asList ? !refusedWhole(context, orders) : !orders.some((order) => refusedBefore(context, order)),
  );
  return !resting || isTooSoon(context, resting.orders) ? NOTHING_RESTS : resting;
}

const holds = (order: OrderFact, price: Big | null): boolean =>
  price !== null && (order.stopPrice ?? order.price).eq(price);

/** Its list's other leg has expired: it is at work, though its own report may still be on its way. */
export const isActivated = ({ orders }: Position, { clientListId }: OrderFact): boolean =>
  clientListId !== null && orders.some((each) => each.clientListId === clientListId && each.state === 'expired');

/** A target that has begun to fill is left alone while it is what its owner wants; a growing part waits its turn. */
export function mayReplace(context: ExitContext): boolean {
  const { position, marketContext } = context;
  const live = liveOf(position, ['take-profit', 'stop-loss']);
  const isWanted = live.every((order) => holds(order, desired(context, order.leg as Target)));
  if (!isWanted) return true;
  if (live.some((order) => order.filledQuantity.gt(0) || isActivated(position, order))) return false;
  const entry = entryOf(position);
  return (
    !entry || !isLive(entry.state) || live.every(({ placedAt }) => marketContext.now - placedAt >= REPLACE_EVERY_MS)
  );
}
