import type { OrderBlock } from '#contracts/order-block.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { decimals, wireAmount } from '../../../lib/decimal.ts';
import type { PlanStop } from '../../../domain/exit-plan/exit-plan.ts';
import { awaySentence, holdersLabel } from '../../../domain/exit-plan/holders.ts';
import type { DesiredExits } from '../../../domain/exits/plan-exits.ts';
import type { SliceContext } from '../../../domain/exits/slice-context.ts';
import { heldParts, restingStop } from '../../../domain/exits/slice-holders.ts';

type OpenPlan = NonNullable<OrderBlock['plan']>;
type After = NonNullable<OpenPlan['stopLoss']>['after'];

const NO_STOP = 'If this server is away, the take profits still hold. There is no stop.';

const afterOf = ({ after }: PlanStop): After => after && { target: null, offset: ZERO, ...after };

/** V-06: as long as a move is not confirmed, it is where it rests. */
function stopOf(context: SliceContext): OpenPlan['stopLoss'] {
  const { plan, stop } = context;
  if (!plan.stop || !stop) return null;
  const at = restingStop(context) ?? stop.at;
  const waitsFor = stop.waits ?? (at.eq(stop.at) ? null : stop.at);
  return { price: plan.stop.price, at, waitsFor, after: afterOf(plan.stop), ...trailingOf(context) };
}

/** EX-7, EX-8: the exchange moves it as far as all that it holds follows there. */
function trailingOf({ stop, groups, plan }: SliceContext): Pick<NonNullable<OpenPlan['stopLoss']>, 'trailing'> {
  if (!plan.stop?.trailing) return {};
  const stops = groups.flatMap(({ orders }) => orders).filter(({ leg }) => leg === 'stop-loss');
  const isFollowed = stops.length > 0 && stops.every(({ trailingDelta }) => trailingDelta);
  const percent = plan.stop.trailing.times(100);
  return { trailing: { percent, peak: stop?.follows?.peak ?? null, movedBy: isFollowed ? 'exchange' : 'server' } };
}

/** EX-13: what is left of a plan and who holds it; nothing for a block without one. */
export function planField(exits: DesiredExits | null): Pick<OrderBlock, 'plan'> {
  const context = exits?.slices?.context;
  if (!context || (context.plan.targets.length === 0 && !context.plan.stop)) return {};
  const { plan, filled, marketContext } = context;
  const { step, tick } = marketContext.pair;
  const parts = heldParts(context);
  const stopLoss = stopOf(context);
  return {
    plan: {
      takeProfits: plan.targets.map(({ price, share }, index) => ({ price, share, isFilled: index < filled })),
      stopLoss,
      parts: parts.map(({ targets, price, quantity, target, stop: holder }) => ({
        targets: [...targets],
        price,
        quantity: wireAmount(quantity),
        takeProfit: target,
        stop: holder,
      })),
      label: holdersLabel(parts, decimals(step)),
      away: stopLoss ? awaySentence(parts, stopLoss.at, decimals(tick)) : NO_STOP,
    },
  };
}
