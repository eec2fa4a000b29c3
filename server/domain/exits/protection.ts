import type { Big } from 'big.js';
import { allOpen, type ExitContext, isLegal, type PlannedOrder, TARGETS, desired } from './exit-terms.ts';
import type { Target } from '../position/exits.ts';
import { endedTarget, entryOf, liveOf } from '../position/books.ts';
import { hasFailed, isStopping, mayStop, restOrder } from './market-exits.ts';
import type { OrderFact, Position } from '../position/position.ts';
import { mayReplace } from './resting-exits.ts';

/**
 * `exchange`: an order that is known to rest there holds each target. `server`: this server watches, and the pair's rules
 * let it sell. `placing`: an order is on its way, and its answer is not known. `unknown`: orders rested, and the exchange
 * has not said since that they still do. `none`: no target is wanted, or nothing has filled that those wanted would be
 * placed for.
 */
export type ProtectionLabel = 'exchange' | 'server' | 'placing' | 'unprotected' | 'unknown' | 'none';
/** Why a position is not protected, or not yet, or why that is not known. */
export type ProtectionFault =
  | 'halted'
  | 'too-small'
  | 'unconfirmed'
  | 'failing'
  | 'closing'
  | 'undecided'
  | 'in-doubt'
  | 'no-price'
  | 'delayed'
  | 'resting-only'
  | 'placing'
  | 'not-compared';

export interface Protection {
  label: ProtectionLabel;
  fault: ProtectionFault | null;
}

export const SAFE: Record<'exchange' | 'server' | 'none', Protection> = {
  exchange: { label: 'exchange', fault: null },
  server: { label: 'server', fault: null },
  none: { label: 'none', fault: null },
};
export const placing = (fault: ProtectionFault): Protection => ({ label: 'placing', fault });
export const unprotected = (fault: ProtectionFault): Protection => ({ label: 'unprotected', fault });
/** The order that protects rests as far as the books know. */
export const byResting = ({ isUncompared }: Position): Protection =>
  isUncompared ? { label: 'unknown', fault: 'not-compared' } : SAFE.exchange;

/** The worst first: a position is as safe as its least safe target. */
const WORST: readonly ProtectionLabel[] = ['unprotected', 'placing', 'unknown', 'server', 'exchange', 'none'];

export const isUnsure = ({ state }: OrderFact): boolean =>
  state === 'sending' || state === 'unknown' || state === 'planned';
const isOnBook = ({ state }: OrderFact): boolean => state === 'open' || state === 'partly-filled';

function whileStopping(context: ExitContext, market: Big): Protection {
  if (!isLegal(context.marketContext, allOpen(context, market), market)) return unprotected('too-small');
  return hasFailed(context, 'stop-loss') ? unprotected('failing') : placing('closing');
}

/** What a hand on the exchange has touched is not called protected, though its stop sells what can still be there. */
function watched(context: ExitContext, target: Target, price: Big): Protection {
  const { position } = context;
  const whole = watchedWhole(context, target, price);
  if (!position.interference) return whole;
  const isSold = target === 'stop-loss' && mayStop(position) && whole.label !== 'unprotected';
  return unprotected(isSold ? 'in-doubt' : 'undecided');
}

/** Why this server could not sell when the price comes there, whatever the amount; null where it could. */
export function watchedFault({ marketContext }: Pick<ExitContext, 'marketContext'>): ProtectionFault | null {
  if (marketContext.pair.status !== 'trading') return 'halted';
  if (!marketContext.market) return 'no-price';
  if (marketContext.isDelayed) return 'delayed';
  return marketContext.pair.takesOnly === 'resting' ? 'resting-only' : null;
}

/** This server sells when the price comes there, as far as the pair's rules let it. */
function watchedWhole(context: ExitContext, target: Target, price: Big): Protection {
  const { marketContext, books, position } = context;
  const fault = watchedFault(context);
  if (fault) return unprotected(fault);
  if (target === 'stop-loss' && isStopping(context)) return whileStopping(context, marketContext.market ?? price);
  const quantity = books.entry.quantity.eq(0) ? position.quantity : allOpen(context, price);
  return isLegal(marketContext, quantity, price) ? SAFE.server : unprotected('too-small');
}

/** While an entry grows, its target holds less than it is to, until it is replaced. */
const isWhole = (orders: readonly OrderFact[], planned: PlannedOrder | undefined): boolean =>
  !planned || orders.some(({ filledQuantity, quantity }) => filledQuantity.gt(0) || quantity.gte(planned.quantity));

function ofTarget(context: ExitContext, target: Target, planned: readonly PlannedOrder[]): Protection {
  const price = desired(context, target);
  if (!price) return SAFE.none;
  const live = liveOf(context.position, [target]);
  const own = planned.find(({ leg }) => leg === target);
  if (live.some(isUnsure))
    return live.some(({ type }) => type === 'market') ? unsureSale(live) : placing('unconfirmed');
  const onBook = live.filter(isOnBook);
  if (onBook.length > 0) return isWhole(onBook, own) ? byResting(context.position) : watched(context, target, price);
  const isNext = own !== undefined && context.position.interference === null && mayBePlaced(context);
  return isNext && live.length === 0 && context.marketContext.pair.status === 'trading'
    ? placing('placing')
    : watched(context, target, price);
}

/** What rests is taken down first, where that may be. */
const mayBePlaced = (context: ExitContext): boolean =>
  liveOf(context.position, TARGETS).length === 0 || mayReplace(context);

export const unsureSale = (live: readonly OrderFact[]): Protection =>
  live.some(({ state }) => state === 'unknown') ? unprotected('unconfirmed') : placing('closing');

/**
 * Before anything is bought there is nothing to lose: what waits with the entry is the exchange's to hold, and what is only
 * wanted is placed or watched once it fills.
 */
function beforeFill(context: ExitContext, targets: readonly Target[]): Protection {
  const { position } = context;
  const entry = entryOf(position);
  if (!entry || isUnsure(entry)) return placing('unconfirmed');
  const isPending = targets.every((target) => liveOf(position, [target]).length > 0);
  if (isPending) return byResting(position);
  const later = worst(targets.map((target) => watched(context, target, desired(context, target) ?? position.price)));
  return later.label === 'server' ? SAFE.none : later;
}

const worst = (all: readonly Protection[]): Protection =>
  all.toSorted((one, other) => WORST.indexOf(one.label) - WORST.indexOf(other.label))[0] ?? SAFE.none;

/** What a take profit left over rests at its price, and this server watches the stop: nothing is placed besides it. */
function whileLeftOver(context: ExitContext): Protection | null {
  const { position } = context;
  const resting = liveOf(position, ['rest']).filter(({ type }) => type !== 'market');
  if (resting.length === 0 || endedTarget(position)?.state !== 'filled') return null;
  if (resting.some(isUnsure)) return placing('unconfirmed');
  const stop = desired(context, 'stop-loss');
  return stop ? watched(context, 'stop-loss', stop) : byResting(position);
}

/** A close is the strongest protection once it is traded; until then the targets it took down protect nothing. */
function whileClosing(context: ExitContext): Protection | null {
  const { position, marketContext } = context;
  const closes = liveOf(position, ['close', 'rest']).filter(({ type }) => type === 'market');
  const rest = restOrder(context);
  if (closes.length === 0) {
    if (!rest || position.interference || liveOf(position, [...TARGETS, 'rest']).length > 0) return null;
    if (marketContext.pair.status !== 'trading') return unprotected('halted');
    return hasFailed(context, 'rest') ? unprotected('failing') : placing('closing');
  }
  return closes.some(({ state }) => state === 'unknown') ? unprotected('unconfirmed') : placing('closing');
}

/** How the targets of a position are held, by confirmed facts alone. `planned` is what is to rest on the exchange. */
export function protectionOf(context: ExitContext, planned: readonly PlannedOrder[]): Protection {
  const targets = TARGETS.filter((target) => desired(context, target) !== null);
  if (targets.length === 0) return SAFE.none;
  if (context.books.entry.quantity.eq(0)) return beforeFill(context, targets);
  const closing = whileClosing(context) ?? whileLeftOver(context);
  if (closing) return closing;
  return worst(targets.map((target) => ofTarget(context, target, planned)));
}
