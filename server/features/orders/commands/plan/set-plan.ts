import type { ExitPlanRequest } from '#contracts/exit-plans.ts';
import type { PlannedExits } from '#contracts/plan-fields.ts';
import type { Orders } from '../../orders.ts';
import type { BlockView } from '../../store/block-view.store.ts';
import { changeIntent, type Failure, mainOf, openBlock } from '../change-intent.ts';
import { plannedAs, requestedPlan } from './plan-request.ts';
import { planOnBlock } from './plan-scene.ts';
import { plannedExits, refusedPlan } from './preview-plan.ts';

export interface PlanSet {
  planned: PlannedExits;
  view: BlockView | null;
  failed: Failure[];
}

const CLOSING = 'This block is being closed already.';

/** EX-1, EX-14: gives an open block its plan, or another one for what is open still. */
export async function setPlan(orders: Orders, userId: string, request: ExitPlanRequest): Promise<PlanSet> {
  const view = await openBlock(orders, userId, request.blockId);
  orders.trading.mustBeOpen(userId);
  const plan = requestedPlan(request);
  const checked = await planOnBlock(orders, view, { plan, time: request.time ?? null });
  const error = view.intent.ending === 'close' ? CLOSING : checked.error;
  if (error !== null || checked.error !== null)
    return { planned: refusedPlan(error ?? CLOSING), view: null, failed: [] };
  const planned = await plannedExits(orders, { view, plan, scene: checked.scene });
  const asPlan = view.block.counterEarning;
  const { view: after, failed } = await changeIntent(orders, view, {
    ...plannedAs(plan),
    asPlan,
    timing: request.time ? { exit: request.time } : null,
  });
  const own = failed.find(({ uid }) => uid === mainOf(after).keyId);
  return { planned: { ...planned, errorMessage: own?.error ?? null }, view: after, failed };
}
