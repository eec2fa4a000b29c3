import type { PlanParts } from '#contracts/plan-fields.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { ExitPlan, StopAfter } from '../../../../domain/exit-plan/exit-plan.ts';
import { type Exits, fixedStop, type Stop } from '../../../../domain/position/exits.ts';

type Wire = NonNullable<NonNullable<PlanParts['stopLoss']>['after']>;

const afterOf = (after: Wire): StopAfter =>
  after.to === 'previous-target' ? after : { ...after, offset: after.offset ?? ZERO };

/** What a person asks for, as the rules read it. */
export const requestedPlan = ({ takeProfits, stopLoss }: PlanParts): ExitPlan => ({
  targets: takeProfits,
  stop: stopLoss && {
    price: stopLoss.price,
    trailing: stopLoss.trailing ? stopLoss.trailing.percent.div(100) : null,
    after: stopLoss.after ? afterOf(stopLoss.after) : null,
    closing: stopLoss.closing ?? null,
  },
  lastTrails: null,
});

function stopOf({ stop }: ExitPlan): Stop | null {
  const fixed = fixedStop(stop?.price);
  if (!fixed || !stop) return null;
  const { after, trailing, closing } = stop;
  return { ...fixed, ...(after ? { after } : {}), ...(trailing ? { trailing } : {}), ...(closing ? { closing } : {}) };
}

/** A plan as a block keeps it. */
export const plannedAs = (plan: ExitPlan): Exits => ({ takeProfits: plan.targets, stop: stopOf(plan) });
