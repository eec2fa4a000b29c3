import type { Big } from 'big.js';
import { nextPeak } from '../exit-plan/follow-market.ts';
import { factsOf } from '../exit-plan/plan-facts.ts';
import { liveOf } from '../position/books.ts';
import type { OrderState } from '../position/order-state.ts';
import { allOpen, isLegal } from './exit-terms.ts';
import { isPriceReached, marketSale, type Sale } from './market-exits.ts';
import type { SliceContext } from './slice-context.ts';
import { numberOf } from './slice-groups.ts';

/** It waits for its entry, or has no answer yet: it may not rest at all. */
const MAY_NOT_REST: ReadonlySet<OrderState> = new Set(['pending', 'sending', 'unknown']);

/** What of all that is open no stop on the exchange is known to sell, nor an order that is at market already. */
function withoutStop({ position, open }: SliceContext): Big {
  return liveOf(position, ['stop-loss'])
    .filter(({ state }) => !MAY_NOT_REST.has(state))
    .reduce((left, { quantity, filledQuantity }) => left.minus(quantity.minus(filledQuantity)), open);
}

const isUnheld = (context: SliceContext): boolean => {
  const { stop, marketContext } = context;
  return stop !== null && isLegal(marketContext, withoutStop(context), stop.at);
};

/** EX-11: a candle has closed beyond its price. */
const hasClosedBeyond = ({ position, intent, plan }: SliceContext): boolean =>
  plan.stop?.closing !== null && factsOf(position, intent.plan ?? 0).closed?.did === 'close';

/** The stop was reached while no order held all of it, or by a close: everything goes at market. */
export const isSliceStopping = (context: SliceContext): boolean =>
  hasClosedBeyond(context) || (context.position.stopReachedAt !== null && isUnheld(context));

export const isSliceStopReached = (context: SliceContext): boolean =>
  context.stop !== null &&
  context.position.stopReachedAt === null &&
  isUnheld(context) &&
  isPriceReached(context, 'stop-loss', context.stop.at);

/** Slices whose target no order on the exchange holds. */
export const watchedSlices = ({ slices, groups, ...context }: SliceContext) =>
  slices.filter((slice) => {
    const number = numberOf(context, slice);
    return !groups.some(({ orders }) => orders.some(({ leg, target }) => leg === 'take-profit' && target === number));
  });

/** What this server sells now: everything at the stop, or the nearest slice whose price was reached. */
export function sliceSale(context: SliceContext): Sale | null {
  const market = context.marketContext.market ?? context.position.price;
  if (isSliceStopping(context)) return marketSale(context, 'stop-loss', allOpen(context, market));
  const reached = watchedSlices(context).find(({ takeProfit }) => isPriceReached(context, 'take-profit', takeProfit));
  const sale = reached && marketSale(context, 'take-profit', reached.quantity);
  return sale ? { ...sale, order: { ...sale.order, target: numberOf(context, reached) } } : null;
}

/** The price at which this server acts by itself. */
export interface SliceLevel {
  /** `peak`: a stop follows beyond it; nothing is sold. */
  target: 'take-profit' | 'stop-loss' | 'peak';
  price: Big;
  above: boolean;
}

const TICKS_APART = 3;

/** EX-8: where the next look at a stop that follows is due. */
function peakLevels({ stop, terms }: SliceContext): SliceLevel[] {
  if (!stop?.follows) return [];
  const { peak, written, distance } = stop.follows;
  const price = nextPeak({ peak, written: written ?? peak, stop: stop.at }, { ...terms, distance });
  return [{ target: 'peak', price, above: terms.side === 'buy' }];
}

/** What this server watches: stops and targets that the exchange does not hold, and where the stop can be moved. */
export function sliceLevels(context: SliceContext): SliceLevel[] {
  const { stop, terms } = context;
  const isBuy = terms.side === 'buy';
  const apart = terms.tick.times(TICKS_APART);
  // While the stop only waits for time, no price is watched.
  const waits = stop?.waitsUntil === null ? stop.waits : null;
  return [
    ...(stop && isUnheld(context) ? [{ target: 'stop-loss', price: stop.at, above: !isBuy } as const] : []),
    ...watchedSlices(context).map(
      ({ takeProfit }) => ({ target: 'take-profit', price: takeProfit, above: isBuy }) as const,
    ),
    ...(waits
      ? [{ target: 'take-profit', price: isBuy ? waits.plus(apart) : waits.minus(apart), above: isBuy } as const]
      : []),
    ...peakLevels(context),
  ];
}
