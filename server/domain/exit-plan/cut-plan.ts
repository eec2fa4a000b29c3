import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { ExitPlan, PlanTerms, Slice } from './exit-plan.ts';
import type { HeldSlice } from './holders.ts';
import { type Joined, isTooSmall, slicesOf } from './slices.ts';
import type { StopStart } from './stop-start.ts';
import { type FreeSlots, type Placing, placeSlices } from './stop-slots.ts';

export interface Cut {
  slices: Slice[];
  joined: Joined[];
  /** Null where there is no slot for a stop. */
  placing: Placing | null;
  /** Even all of it together is too small for an order. */
  isTooSmall: boolean;
}

/** A plan with a stop alone: one order for all of it. */
function stopAlone(total: Big, { algoOrders }: FreeSlots): Cut {
  const isFree = algoOrders === null || algoOrders > 0;
  const placing = isFree ? { lists: [], targets: [], stopFor: total, watched: [] } : null;
  return { slices: [], joined: [], placing, isTooSmall: false };
}

/** EX-3 to EX-5: what a plan makes of `total`, and who holds it. */
export function cutPlan(plan: ExitPlan, total: Big, of: { terms: PlanTerms; free: FreeSlots }): Cut {
  const { targets, stop, lastTrails } = plan;
  if (targets.length === 0) return stopAlone(total, of.free);
  const cut = slicesOf(plan, total, of.terms);
  const placing = placeSlices(cut.slices, { hasStop: stop !== null, lastTrails: lastTrails !== null, free: of.free });
  return { ...cut, placing, isTooSmall: isTooSmall(cut, stop?.price ?? null, of.terms) };
}

/** Who holds each slice once all is placed. */
export function holdersOf(
  { slices, placing }: Pick<Cut, 'slices' | 'placing'>,
  plan: Pick<ExitPlan, 'stop'>,
  movedBy: StopStart['movedBy'] = null,
): HeldSlice[] {
  if (!placing) return [];
  const { stop } = plan;
  const isMoved = movedBy === 'server' || Boolean(stop?.after);
  const common = { stop: stop ? 'exchange' : 'none', isMoved, isFollowed: movedBy === 'exchange' } as const;
  if (slices.length === 0) return [{ ...common, quantity: placing.stopFor, target: 'none' }];
  return slices.map((slice) => ({
    ...common,
    quantity: slice.quantity,
    targets: slice.targets,
    target: placing.watched.includes(slice) ? 'server' : 'exchange',
  }));
}

/** All that is to go out. */
export const totalOf = (slices: readonly Pick<Slice, 'quantity'>[]): Big =>
  slices.reduce((total, { quantity }) => total.plus(quantity), ZERO);
