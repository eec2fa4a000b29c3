import type { OrderBlock } from '#contracts/order-block.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { decimals, wireAmount } from '../../../lib/decimal.ts';
import type { PlanStop } from '../../../domain/exit-plan/exit-plan.ts';
import { awaySentence, holdersLabel } from '../../../domain/exit-plan/holders.ts';
import type { DesiredExits } from '../../../domain/exits/plan-exits.ts';
import type { SliceContext } from '../../../domain/exits/slice-context.ts';
import { heldParts } from '../../../domain/exits/slice-holders.ts';

type OpenPlan = NonNullable<OrderBlock['plan']>;
type After = NonNullable<OpenPlan['stopLoss']>['after'];

const NO_STOP = 'If this server is away, the take profits still hold. There is no stop.';

const afterOf = ({ after }: PlanStop): After => after && { target: null, offset: ZERO, ...after };

function stopOf({ plan, stop }: SliceContext): OpenPlan['stopLoss'] {
  if (!plan.stop || !stop) return null;
  return { price: plan.stop.price, at: stop.at, waitsFor: stop.waits, after: afterOf(plan.stop) };
}

/** EX-13: what is left of a plan and who holds it; nothing for a block without one. */
export function planField(exits: DesiredExits | null): Pick<OrderBlock, 'plan'> {
  const context = exits?.slices?.context;
  if (!context || (context.plan.targets.length === 0 && !context.plan.stop)) return {};
  const { plan, filled, stop, marketContext } = context;
  const { step, tick } = marketContext.pair;
  const parts = heldParts(context);
  return {
    plan: {
      takeProfits: plan.targets.map(({ price, share }, index) => ({ price, share, isFilled: index < filled })),
      stopLoss: stopOf(context),
      parts: parts.map(({ targets, price, quantity, target, stop: holder }) => ({
        targets: [...targets],
        price,
        quantity: wireAmount(quantity),
        takeProfit: target,
        stop: holder,
      })),
      label: holdersLabel(parts, decimals(step)),
      away: stop ? awaySentence(parts, stop.at, decimals(tick)) : NO_STOP,
    },
  };
}
