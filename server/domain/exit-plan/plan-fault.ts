import type { Big } from 'big.js';
import { grouped, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { exitsFault, nearestTargets, targetFault } from '#contracts/rules/target-bounds.ts';
import { type DistanceBounds, distanceFault } from './distance.ts';
import type { ExitPlan, PlanStop, PlanTerms, StopAfter } from './exit-plan.ts';

const MOST_TARGETS = 5;
const MOST_OFFSET = '0.05';

export interface PlanContext extends Pick<PlanTerms, 'side' | 'tick'> {
  counterEarning: boolean;
  base: string;
  market: Big;
  /** How far an order may trail on the exchange; null where this server moves the stop. */
  trailing: { above: DistanceBounds; below: DistanceBounds } | null;
}

const percent = (fraction: Big): string => `${fraction.times(100).toFixed()}%`;

function sharesFault({ targets }: ExitPlan): string | null {
  if (targets.some(({ share }) => share.lte(0))) return 'Each take profit needs a share above 0%.';
  const sum = targets.reduce((total, { share }) => total.plus(share), ZERO);
  return targets.length === 0 || sum.eq(ONE) ? null : `The shares must add up to 100%: they add up to ${percent(sum)}.`;
}

/** Each target three ticks beyond the one before, in the direction in which the block earns. */
function orderFault({ targets }: ExitPlan, { side, tick }: PlanContext): string | null {
  for (const [index, { price }] of targets.entries()) {
    const before = targets[index - 1];
    if (!before) continue;
    const nearest = nearestTargets(side, before.price, tick).takeProfit;
    const isBeyond = side === 'buy' ? price.gte(nearest) : price.lte(nearest);
    if (isBeyond) continue;
    const bound = `at ${side === 'buy' ? 'least' : 'most'} ${grouped(nearest)}`;
    return `Take profit ${index + 1} must be ${bound}, three ticks from take profit ${index}.`;
  }
  return null;
}

function pricesFault({ targets, stop }: ExitPlan, context: PlanContext): string | null {
  const prices = [...targets.map(({ price }) => price), ...(stop?.closing ? [stop.closing.price] : [])];
  if (prices.some((price) => !price.mod(context.tick).eq(0)))
    return `The price must be a multiple of ${context.tick.toFixed()}.`;
  return exitsFault({ takeProfit: targets[0]?.price, stopLoss: stop?.price }, context, null);
}

function afterFault(after: StopAfter, targets: number): string | null {
  if (targets < 2) return 'A stop moves after a target only where another target is left: add a take profit.';
  if (after.to === 'previous-target') return null;
  if (after.target < 1 || after.target >= targets)
    return `The stop can move after take profit 1 to ${targets - 1}, not after take profit ${after.target}.`;
  if (after.offset.lt(0) || after.offset.gt(MOST_OFFSET)) return 'The offset must be 0% to 5%.';
  return null;
}

/** The close that is watched lies three ticks nearer to the market than the stop that is tried at once. */
function closingFault(closing: Big, emergency: Big, { side, tick, market }: PlanContext): string | null {
  const apart = targetFault('stopLoss', emergency, { side, market: closing, tick });
  if (apart) return `The emergency stop must be three ticks beyond the price of the close. ${apart}.`;
  return targetFault('stopLoss', closing, { side, market, tick });
}

/** How far an order may trail whose trigger lies on the side of a stop, or of a take profit. */
function boundsOf({ trailing, side }: PlanContext, leg: 'stop' | 'target'): DistanceBounds | null {
  const isBelow = (side === 'buy') === (leg === 'stop');
  return trailing ? trailing[isBelow ? 'below' : 'above'] : null;
}

function stopFault(stop: PlanStop, targets: number, context: PlanContext): string | null {
  const { trailing, after, closing } = stop;
  const ways = [trailing, after, closing].filter((way) => way !== null);
  if (ways.length > 1)
    return 'A stop either trails, moves after a target, or waits for the close of a candle: choose one.';
  if (trailing) return distanceFault(trailing, boundsOf(context, 'stop'));
  if (after) return afterFault(after, targets);
  return closing ? closingFault(closing.price, stop.price, context) : null;
}

function lastFault({ lastTrails, targets }: ExitPlan, context: PlanContext): string | null {
  if (!lastTrails) return null;
  if (targets.length === 0) return 'A trailing take profit needs the price from which it trails.';
  return distanceFault(lastTrails, boundsOf(context, 'target'));
}

/** One take profit and one stop, neither of which moves. */
const isPlain = ({ targets, stop, lastTrails }: ExitPlan): boolean =>
  targets.length <= 1 && !lastTrails && (!stop || [stop.trailing, stop.after, stop.closing].every((way) => !way));

function shapeFault(plan: ExitPlan, { counterEarning, base }: PlanContext): string | null {
  const { targets, stop } = plan;
  if (targets.length === 0 && !stop) return 'Set a take profit or a stop loss.';
  if (targets.length > MOST_TARGETS) return `A plan has at most ${MOST_TARGETS} take profits.`;
  return counterEarning || isPlain(plan) ? null : `A block that earns ${base} has one take profit and one stop.`;
}

/** EX-1: why a plan cannot be set; null where it can. */
export function planFault(plan: ExitPlan, context: PlanContext): string | null {
  const { stop, targets } = plan;
  return (
    shapeFault(plan, context) ??
    sharesFault(plan) ??
    pricesFault(plan, context) ??
    orderFault(plan, context) ??
    (stop ? stopFault(stop, targets.length, context) : null) ??
    lastFault(plan, context)
  );
}

/** EX-1: shares of `count` equal targets, in whole percent; the last takes the rest. */
export function equalShares(count: number): Big[] {
  const each = ONE.times(Math.floor(100 / count)).div(100);
  return Array.from({ length: count }, (_, index) => (index < count - 1 ? each : ONE.minus(each.times(count - 1))));
}
