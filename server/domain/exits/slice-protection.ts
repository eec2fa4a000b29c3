import { liveOf } from '../position/books.ts';
import { allOpen, isLegal, TARGETS } from './exit-terms.ts';
import { hasFailed, mayStop } from './market-exits.ts';
import {
  type Protection,
  byResting,
  isUnsure,
  placing,
  SAFE,
  unprotected,
  unsureSale,
  watchedFault,
} from './protection.ts';
import type { SliceContext } from './slice-context.ts';
import type { DesiredGroup } from './slice-groups.ts';
import { heldParts } from './slice-holders.ts';
import { isSliceStopping } from './slice-sales.ts';

function whileEnding(context: SliceContext): Protection | null {
  const { position, marketContext } = context;
  const closes = liveOf(position, ['close']).filter(({ type }) => type === 'market');
  if (closes.length > 0)
    return closes.some(({ state }) => state === 'unknown') ? unprotected('unconfirmed') : placing('closing');
  if (!isSliceStopping(context)) return null;
  const market = marketContext.market ?? position.price;
  if (!isLegal(marketContext, allOpen(context, market), market)) return unprotected('too-small');
  return hasFailed(context, 'stop-loss') ? unprotected('failing') : placing('closing');
}

/** What a hand on the exchange has touched is not called protected. */
function inDoubt(context: SliceContext): Protection | null {
  const { position, stop } = context;
  if (!position.interference) return null;
  const isHeld = heldParts(context).every(({ stop: who }) => who === 'exchange');
  if (isHeld) return null;
  return unprotected(stop && mayStop(position) ? 'in-doubt' : 'undecided');
}

/** How what is left of a plan is held; `missing` is what is still to be placed. */
export function sliceProtection(context: SliceContext, missing: readonly DesiredGroup[]): Protection {
  const { position, plan, marketContext } = context;
  if (plan.targets.length === 0 && !plan.stop) return SAFE.none;
  const live = liveOf(position, TARGETS);
  if (live.some(isUnsure))
    return live.some(({ type }) => type === 'market') ? unsureSale(live) : placing('unconfirmed');
  const special = whileEnding(context) ?? inDoubt(context);
  if (special) return special;
  const isPlacing = missing.length > 0 && marketContext.pair.status === 'trading' && marketContext.free !== undefined;
  return isPlacing && !position.interference ? placing('placing') : heldBy(context);
}

/** A plan is held as its least safe part is. */
function heldBy(context: SliceContext): Protection {
  const { plan, open, position } = context;
  const parts = heldParts(context);
  if (parts.length === 0) return open.gt(0) ? unprotected('too-small') : SAFE.none;
  const isBare = parts.some(({ stop, target }) => (plan.stop ? stop === 'none' : target === 'none'));
  if (isBare) return unprotected(watchedFault(context) ?? 'too-small');
  const isHeldBy = (who: 'server' | 'exchange') => parts.some(({ stop, target }) => stop === who || target === who);
  if (position.isUncompared && isHeldBy('exchange')) return byResting(position);
  return isHeldBy('server') ? SAFE.server : byResting(position);
}
