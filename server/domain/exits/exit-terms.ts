import type { Big } from 'big.js';
import { ZERO, min } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { exitQuantity as quantityToExit, type OpenTerms, wholeQuantity } from '#contracts/rules/open-result.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Side } from '#contracts/rules/side.ts';
import type { OrderTerms } from '../market/exchange-order.ts';
import { type Books, liveOf } from '../position/books.ts';
import { exitPrice, type Target } from '../position/exits.ts';
import type { MarketContext, Leg, OrderFact, Position, Intent } from '../position/position.ts';

export interface PlannedOrder {
  leg: Exclude<Leg, 'entry'>;
  side: Side;
  type: OrderTerms['type'];
  price: Big | null;
  stopPrice: Big | null;
  quantity: Big;
  /** Basis points by which the exchange lets it trail; `stopPrice` is then where its trigger begins. */
  trailingDelta?: number;
  /** The target of a plan that it is for, from 1; 0 is the stop of several. */
  target?: number;
}

export interface ExitContext {
  position: Position;
  intent: Intent;
  marketContext: MarketContext;
  books: Books;
  /** The side of the orders that end the position. */
  exit: Side;
}
export const TARGETS = ['stop-loss', 'take-profit'] as const satisfies readonly Target[];

export const termsOf = (
  { section: side, counterEarning }: Position,
  { fee, pair: { step } }: MarketContext,
): OpenTerms => ({
  side,
  counterEarning,
  fee,
  step,
});

/** Base units that would end the position at `price` (rule 5). */
export const exitQuantity = (
  { position, marketContext, books }: Omit<ExitContext, 'intent' | 'exit'>,
  price: Big,
): Big => quantityToExit(books, termsOf(position, marketContext), price);

/** Everything that is still open, at `price`. */
export const allOpen = ({ position, marketContext, books }: ExitContext, price: Big): Big =>
  wholeQuantity(books, termsOf(position, marketContext), price);

/** Whether the pair's rules allow an order of this size. */
export const isLegal = ({ pair }: Pick<MarketContext, 'pair'>, quantity: Big, price: Big): boolean =>
  isOrderable(quantity, price, pair);

/** What the exchange takes in one order; what is left over then goes in another. */
export function inOneOrder({ pair }: MarketContext, quantity: Big, kind: 'resting' | 'market'): Big {
  const most =
    kind === 'market' && pair.marketQuantity ? min(pair.marketQuantity.max, pair.maxQuantity) : pair.maxQuantity;
  return min(quantity, floorTo(pair.step, most));
}

export const desired = ({ intent }: Pick<ExitContext, 'intent'>, target: Target): Big | null =>
  exitPrice(intent, target);

/** What distinguishes one exit order from another. */
export type ExitTerms = Pick<OrderFact, 'leg' | 'stopPrice' | 'quantity' | 'trailingDelta'> & { price: Big | null };

/** A trailing order is identified by its distance alone: the market decides where its trigger begins. */
export const isTriggeredAlike = (
  { trailingDelta, stopPrice }: Pick<OrderFact, 'trailingDelta' | 'stopPrice'>,
  planned: Pick<ExitTerms, 'trailingDelta' | 'stopPrice'>,
): boolean =>
  trailingDelta || planned.trailingDelta
    ? trailingDelta === planned.trailingDelta
    : (stopPrice ?? ZERO).eq(planned.stopPrice ?? 0);

export const isSame = (order: OrderFact, planned: ExitTerms): boolean =>
  order.leg === planned.leg &&
  order.price.eq(planned.price ?? 0) &&
  isTriggeredAlike(order, planned) &&
  order.quantity.eq(planned.quantity);

/** An order for this target is on the exchange's book, or on its way there. */
export const isHeld = ({ position }: Pick<ExitContext, 'position'>, target: Target): boolean =>
  liveOf(position, [target]).some(({ state }) => state !== 'pending');

/** The exchange has said that an order for this target is on its book. */
export const isConfirmed = ({ position }: Pick<ExitContext, 'position'>, target: Target): boolean =>
  liveOf(position, [target]).some(({ state }) => state === 'open' || state === 'partly-filled');
