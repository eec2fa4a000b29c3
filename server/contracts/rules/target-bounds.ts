import { Big } from 'big.js';
import { priceText, ZERO } from './decimal.ts';
import type { Side } from './side.ts';
import { ceilTo, floorTo } from './steps.ts';

/** How far from the market a target must lie at least. */
const TICKS_APART = 3;
/** Of targets that a bot computes: they are placed as long as the market has not reached them. */
export const BOT_TICKS_APART = 1;

export interface Targets {
  takeProfit: Big;
  stopLoss: Big;
}

/** The nearest targets a block of `side` may have while the market is at `market`: closer ones are refused. */
export const nearestTargets = (side: Side, market: Big, tick: Big): Targets => nearestOf({ side, market, tick });

function nearestOf({ side, market, tick, ticksApart = TICKS_APART }: TargetContext): Targets {
  const apart = tick.times(ticksApart);
  const lower = market.minus(apart);
  const [above, below] = [ceilTo(tick, market.plus(apart)), lower.gt(0) ? floorTo(tick, lower) : ZERO];
  return side === 'buy' ? { takeProfit: above, stopLoss: below } : { takeProfit: below, stopLoss: above };
}

/** Factors of the average price, by side, as an exchange has them. */
export interface PercentPrice {
  bidUp: Big;
  bidDown: Big;
  askUp: Big;
  askDown: Big;
}

/** The least and the highest price on the tick that an order of `side` may have. */
export function priceRange(
  side: Side,
  of: { average: Big; percent: PercentPrice; tick: Big },
): { least: Big; most: Big } {
  const { bidDown, bidUp, askDown, askUp } = of.percent;
  const [down, up] = side === 'buy' ? [bidDown, bidUp] : [askDown, askUp];
  return { least: ceilTo(of.tick, of.average.times(down)), most: floorTo(of.tick, of.average.times(up)) };
}

/** The lowest stop at which `sellable` base units are still worth the least an exchange takes; null where nothing is sellable. */
export const deepestStop = (sellable: Big, minNotional: Big, tick: Big): Big | null =>
  sellable.gt(0) ? ceilTo(tick, minNotional.div(sellable)) : null;

/** What an entry must be worth so that its stop at `stopRatio` of the entry's price can still be placed; a step of quantity comes on top. */
export const totalForStop = (stopRatio: Big, { minNotional, fee }: { minNotional: Big; fee: Big }): Big =>
  minNotional.div(stopRatio.times(new Big(1).minus(fee)));

export interface TargetContext {
  side: Side;
  /** What the targets must keep their distance from. */
  market: Big;
  tick: Big;
  /** Left out: three. */
  ticksApart?: number;
}

/** The spec's hint under a target: how near to the market, and on which side of it, it may lie. */
export function targetHint(target: keyof Targets, context: TargetContext): string {
  const nearest = nearestOf(context)[target];
  const isAbove = (context.side === 'buy') === (target === 'takeProfit');
  return `${isAbove ? 'Min' : 'Max'} ${target === 'takeProfit' ? 'take profit' : 'stop loss'} is ${priceText(nearest, context.tick)}`;
}

/** The hint, where a target lies too close to the market or on its wrong side; null where it does not. */
export function targetFault(target: keyof Targets, desired: Big, context: TargetContext): string | null {
  const nearest = nearestOf(context)[target];
  const isAbove = (context.side === 'buy') === (target === 'takeProfit');
  return (isAbove ? desired.gte(nearest) : desired.lte(nearest)) ? null : targetHint(target, context);
}

export interface Band {
  /** Of the latest trades; the last price stands in for it. */
  average: Big;
  percent: PercentPrice;
}

/** A take profit that an exchange would refuse as too far away: known before what rests is cancelled for it. */
function farFault(takeProfit: Big, { side, tick }: TargetContext, band: Band): string | null {
  const { least, most } = priceRange(side === 'buy' ? 'sell' : 'buy', { ...band, tick });
  if (takeProfit.lt(least)) return `Min take profit is ${priceText(least, tick)}`;
  return takeProfit.gt(most) ? `Max take profit is ${priceText(most, tick)}` : null;
}

/** Why targets cannot be what is wanted; null where they can. Without a band nothing is too far away. */
export function exitsFault(
  { takeProfit, stopLoss }: { takeProfit?: Big | null | undefined; stopLoss?: Big | null | undefined },
  context: TargetContext,
  band: Band | null,
): string | null {
  const isOffTick = [takeProfit, stopLoss].some((target) => target && !target.mod(context.tick).eq(0));
  if (isOffTick) return `The price must be a multiple of ${context.tick.toFixed()}.`;
  return (
    (takeProfit ? targetFault('takeProfit', takeProfit, context) : null) ??
    (stopLoss ? targetFault('stopLoss', stopLoss, context) : null) ??
    (takeProfit && band ? farFault(takeProfit, context, band) : null)
  );
}
