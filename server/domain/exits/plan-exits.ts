import type { Big } from 'big.js';
import { isLive } from '../position/order-state.ts';
import { withoutParts } from '../position/parts.ts';
import { allOpen, type ExitContext, isConfirmed, isLegal, type PlannedOrder, TARGETS, desired } from './exit-terms.ts';
import type { Target } from '../position/exits.ts';
import { booksOf, entryOf, openBase } from '../position/books.ts';
import {
  closeOrder,
  isStopping,
  isStopReached,
  mayStop,
  reachedByServer,
  restOrder,
  type Sale,
} from './market-exits.ts';
import type { MarketContext, Position, Intent } from '../position/position.ts';
import { type Protection, protectionOf } from './protection.ts';
import { mayReplace, NOTHING_RESTS, restingOrders } from './resting-exits.ts';
import { isSliced, sliceContext } from './slice-context.ts';
import type { PlanFacts } from '../exit-plan/plan-facts.ts';
import { compared, desiredGroups } from './slice-groups.ts';
import { factsToNote, nextFactsAt } from './slice-facts.ts';
import { sliceProtection } from './slice-protection.ts';
import { isSliceStopping, isSliceStopReached, type SliceLevel, sliceLevels, sliceSale } from './slice-sales.ts';
import type { PlacedSlices } from './slice-steps.ts';

export interface DesiredExits {
  /** Orders that should rest on the exchange now. */
  orders: PlannedOrder[];
  /** Both in one list, so that the exchange ends the one when the other is active. */
  asList: boolean;
  /** Whether what rests may be taken down for it. */
  mayReplace: boolean;
  protection: Protection;
  /** Targets that no order on the exchange holds: this server acts when their price is traded. */
  watched: Target[];
  /** The holding is worth less than the exchange's minimum, so no target can be placed for it. */
  tooSmall: boolean;
  /** The stop that this server watches was reached: to be written down before anything is done. */
  stopReached: boolean;
  /** A target that nothing on the exchange holds and that was reached. */
  reachedByServer: Sale | null;
  /** What a filled target left over because its list held one quantity. */
  rest: Sale | null;
  /** Whether enough is open for an order. */
  leftOver: boolean;
  /** Base units that a close at market would trade. */
  open: Big;
  close: Sale | null;
  /** Of a plan: its slices besides what rests; null where there is one take profit and one stop at most. */
  slices: PlacedSlices | null;
  /** Of a plan: the prices at which this server acts. */
  levels: SliceLevel[];
  /** Of a plan: what is to be written down before anything is done. */
  facts: PlanFacts | null;
  /** Of a plan: when time alone may change something, UTC epoch ms; null where it does not. */
  lookAt: number | null;
}

/** Called with targets only: coins without a target are not sold. */
function isTooSmall(context: ExitContext): boolean {
  const prices = TARGETS.map((target) => desired(context, target)).filter((price) => price !== null);
  if (prices.length === 0 || openBase(context.position, context.books).lte(0)) return false;
  return prices.every((price) => !isLegal(context.marketContext, allOpen(context, price), price));
}

const isWatched = (context: ExitContext, target: Target): boolean =>
  desired(context, target) !== null && !isConfirmed(context, target) && mayActAt(context, target);

/** Until its owner has settled what was done on the exchange, this server acts at the stop alone, and once. */
const mayActAt = ({ position }: ExitContext, target: Target): boolean =>
  position.interference === null || (target === 'stop-loss' && mayStop(position) && position.stopReachedAt === null);

/** All that a position's exits come down to, by what is known. */
export function planExits(position: Position, intent: Intent, marketContext: MarketContext): DesiredExits {
  const { base, counter } = marketContext.pair;
  const books = booksOf(position, { base, counter });
  const context: ExitContext = {
    position,
    intent,
    marketContext,
    books,
    exit: position.section === 'buy' ? 'sell' : 'buy',
  };
  const market = marketContext.market ?? position.price;
  const rest = { ...context, books: withoutParts(position, books, { market, fee: marketContext.fee }) };
  return isSliced(position, intent, books) ? slicedExits(rest, context) : wholeExits(rest, context);
}

/** Its targets come with the entry; one that was changed after a part had filled went without. */
function bringsTargets(position: Position): boolean {
  const entry = entryOf(position);
  const isAlone = (position.changedEntry ?? 0) > 0 && entry?.clientListId === null;
  return position.withTargets && !isAlone && entry !== undefined && isLive(entry.state);
}

/** One take profit and one stop at most, for all of it. */
function wholeExits(rest: ExitContext, context: ExitContext): DesiredExits {
  const { position, marketContext, books } = context;
  const isEmpty = books.entry.quantity.eq(0);
  const market = marketContext.market ?? position.price;
  const { orders, asList } =
    bringsTargets(position) || isEmpty || isStopping(context) ? NOTHING_RESTS : restingOrders(rest);
  return {
    orders,
    asList,
    mayReplace: mayReplace(context),
    protection: protectionOf(context, orders),
    watched: TARGETS.filter((target) => isWatched(context, target)),
    tooSmall: !isEmpty && isTooSmall(context),
    stopReached: !isEmpty && isStopReached(context),
    reachedByServer: isEmpty ? null : reachedByServer(context),
    rest: restOrder(context),
    leftOver: isLegal(marketContext, allOpen(context, market), market),
    open: allOpen(context, market),
    close: isEmpty ? null : closeOrder(context),
    slices: null,
    levels: [],
    facts: null,
    lookAt: null,
  };
}

/** The same of a plan, by its slices. */
function slicedExits(rest: ExitContext, context: ExitContext): DesiredExits {
  const { marketContext, position } = context;
  const slices = sliceContext(rest, context);
  const groups = isSliceStopping(slices) ? [] : desiredGroups(slices);
  const placed = compared(slices, groups);
  const { missing, waiting, stale } = placed;
  const market = marketContext.market ?? position.price;
  const open = allOpen(context, market);
  const mayAct = mayActAt(context, 'stop-loss');
  return {
    orders: groups.flatMap(({ orders }) => orders),
    asList: false,
    mayReplace: true,
    protection: sliceProtection(slices, missing),
    watched: [],
    tooSmall: slices.open.gt(0) && !isLegal(marketContext, open, market),
    stopReached: isSliceStopReached(slices),
    reachedByServer: sliceSale(slices),
    rest: null,
    leftOver: isLegal(marketContext, open, market),
    open,
    close: closeOrder(context),
    slices: { context: slices, ...placed },
    levels: mayAct ? sliceLevels(slices) : [],
    facts: factsToNote(slices, missing.length + waiting.length + stale.length > 0),
    lookAt: nextFactsAt(slices),
  };
}
