import type { ExitPlanRequest } from '#contracts/exit-plans.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { ExitPlan, StopAfter } from '../../../../domain/exit-plan/exit-plan.ts';

type Wire = NonNullable<NonNullable<ExitPlanRequest['stopLoss']>['after']>;

const afterOf = (after: Wire): StopAfter =>
  after.to === 'previous-target' ? after : { ...after, offset: after.offset ?? ZERO };

/** What a person asks for, as the rules read it. */
export const requestedPlan = ({ takeProfits, stopLoss }: ExitPlanRequest): ExitPlan => ({
  targets: takeProfits,
  stop: stopLoss && {
    price: stopLoss.price,
    trailing: stopLoss.trailing ? stopLoss.trailing.percent.div(100) : null,
    after: stopLoss.after ? afterOf(stopLoss.after) : null,
    closing: stopLoss.closing ?? null,
  },
  lastTrails: null,
});
