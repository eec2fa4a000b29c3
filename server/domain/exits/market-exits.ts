import type { Big } from 'big.js';
import { failuresOf, refusedClose, retryAt } from '../position/attempts.ts';
import {
  allOpen,
  type ExitContext,
  exitQuantity,
  inOneOrder,
  isHeld,
  isLegal,
  type PlannedOrder,
  desired,
} from './exit-terms.ts';
import type { Target } from '../position/exits.ts';
import { endedTarget, liveOf, ofLegs } from '../position/books.ts';
import type { Position } from '../position/position.ts';

/** An order at market, sent again until it is traded. */
export interface Sale {
  order: PlannedOrder;
  /** The last one failed, and the pause before the next is not over. */
  waits: boolean;
}

const marketOf = ({ position, marketContext }: ExitContext): Big => marketContext.market ?? position.price;

export function isPriceReached(
  { position, marketContext: { market, traded } }: Pick<ExitContext, 'position' | 'marketContext'>,
  target: Target,
  price: Big,
): boolean {
  const above = (position.section === 'buy') === (target === 'take-profit');
  const extreme = above ? traded?.high : traded?.low;
  return [market, extreme].some((at) => at && (above ? at.gte(price) : at.lte(price)));
}

/** A position that was changed by hand on the exchange still sells at its stop whatever can be left of it. */
export const mayStop = ({ interference }: Pick<Position, 'interference'>): boolean =>
  interference === null || interference === 'balance-spent';

/** The stop was reached while this server watched it: it is sold until nothing is left. */
export const isStopping = (context: ExitContext): boolean =>
  desired(context, 'stop-loss') !== null && context.position.stopReachedAt !== null && !isHeld(context, 'stop-loss');

/** The stop that no order on the exchange holds is reached, and that is not written down yet. */
export function isStopReached(context: ExitContext): boolean {
  const stop = desired(context, 'stop-loss');
  const waitsAtPrice = liveOf(context.position, ['rest']).length > 0;
  if (endedTarget(context.position)?.state === 'filled' && !waitsAtPrice) return false;
  if (!stop || context.position.stopReachedAt !== null || isHeld(context, 'stop-loss')) return false;
  return isPriceReached(context, 'stop-loss', stop);
}

/** Null where what there is is too little for an order. */
export function marketSale(context: ExitContext, leg: PlannedOrder['leg'], whole: Big): Sale | null {
  const { marketContext, position, exit } = context;
  const quantity = inOneOrder(marketContext, whole, 'market');
  if (!isLegal(marketContext, quantity, marketOf(context))) return null;
  const order = { leg, side: exit, type: 'market', price: null, stopPrice: null, quantity } as const;
  return { order, waits: marketContext.now < retryAt(position, leg) };
}

/** A target that this server watches and that was reached: the stop for good, the take profit while the price is there. */
export function reachedByServer(context: ExitContext): Sale | null {
  if (isStopping(context)) return marketSale(context, 'stop-loss', allOpen(context, marketOf(context)));
  const takeProfit = desired(context, 'take-profit');
  if (!takeProfit || isHeld(context, 'take-profit') || !isPriceReached(context, 'take-profit', takeProfit)) return null;
  return marketSale(context, 'take-profit', exitQuantity(context, marketOf(context)));
}

/**
 * What a target that was filled did not hold: a stop's goes at market, a take profit's at its price, until the stop is
 * reached. Its list had one quantity (rule 6), or the entry had grown meanwhile.
 */
export function restOrder(context: ExitContext): Sale | null {
  const { marketContext, exit, position } = context;
  const ended = endedTarget(position);
  if (ended?.state !== 'filled') return null;
  if (ended.leg === 'stop-loss' || isStopping(context)) {
    const market = marketContext.market ?? desired(context, 'stop-loss') ?? position.price;
    return marketSale(context, 'rest', allOpen(context, market));
  }
  const placed = ofLegs(position, ['rest']).findLast(({ type }) => type !== 'market');
  const price = desired(context, 'take-profit') ?? placed?.price ?? ended.price;
  if (price.eq(0)) return null;
  const quantity = inOneOrder(marketContext, exitQuantity(context, price), 'resting');
  const order = { leg: 'rest', side: exit, type: 'limit', price, stopPrice: null, quantity } as const;
  return isLegal(marketContext, quantity, price) ? { order, waits: false } : null;
}

/** Null where nothing can be sold, or the exchange refused the close for good. */
export function closeOrder(context: ExitContext): Sale | null {
  if (refusedClose(context.position)) return null;
  return marketSale(context, 'close', allOpen(context, marketOf(context)));
}

/** Whether an order at market for this target has failed since its owner last asked. */
export const hasFailed = ({ position }: ExitContext, leg: PlannedOrder['leg']): boolean =>
  failuresOf(position, leg).length > 0;
