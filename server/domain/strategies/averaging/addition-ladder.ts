import { Big } from 'big.js';
import { grouped, min, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable, leastQuantity, leastWorth } from '#contracts/rules/least-order.ts';
import { ceilShare, ceilTo, floorTo } from '#contracts/rules/steps.ts';
import type { Bought, DealRules } from '../deals/deal-facts.ts';

/** PB-11: amounts in counter units, `deviation`, `takeProfit` and `stop` as fractions. */
export interface AveragingSettings {
  baseOrder: Big;
  addition: Big;
  additions: number;
  /** How far the first addition is below the base order's fill. */
  deviation: Big;
  /** Each distance is so many times the one before. */
  deviationFactor: Big;
  /** Each amount is so many times the one before. */
  amountFactor: Big;
  /** Net of every fee. */
  takeProfit: Big;
  /** Below the last addition. */
  stop: Big | null;
}

export interface LadderOrder {
  /** Below the base order's fill, as a fraction. */
  deviation: Big;
  price: Big;
  /** Counter units that were asked for. */
  amount: Big;
  quantity: Big;
}

/** Distances add up: d, d + d·g, d + d·g + d·g², … */
export function deviationsOf({ deviation, deviationFactor, additions }: AveragingSettings): Big[] {
  const all: Big[] = [];
  let distance = deviation;
  let sum = ZERO;
  for (let addition = 0; addition < additions; addition += 1) {
    sum = sum.plus(distance);
    all.push(sum);
    distance = distance.times(deviationFactor);
  }
  return all;
}

/** PB-11: the additions to a base order that filled at `first`, the highest first. */
export function additionsOf(settings: AveragingSettings, first: Big, { step, tick }: DealRules): LadderOrder[] {
  let amount = settings.addition;
  return deviationsOf(settings).map((deviation) => {
    const price = floorTo(tick, first.times(ONE.minus(deviation)));
    const order = { deviation, price, amount, quantity: price.gt(0) ? floorTo(step, amount.div(price)) : ZERO };
    amount = amount.times(settings.amountFactor);
    return order;
  });
}

/** The base order and its additions, if it fills at `market`. */
export function ladderOf(settings: AveragingSettings, market: Big, rules: DealRules): LadderOrder[] {
  const quantity = floorTo(rules.step, settings.baseOrder.div(market));
  return [
    { deviation: ZERO, price: market, amount: settings.baseOrder, quantity },
    ...additionsOf(settings, market, rules),
  ];
}

/** PB-11: counter units that a deal keeps from its start, for its base order and all additions. */
export const reservedFor = (ladder: readonly Pick<LadderOrder, 'price' | 'quantity'>[]): Big =>
  ladder.reduce((sum, { price, quantity }) => sum.plus(price.times(quantity)), ZERO);

export const boughtBy = (fills: readonly Pick<LadderOrder, 'price' | 'quantity'>[], { fee }: DealRules): Bought => ({
  spent: reservedFor(fills),
  net: fills.reduce((sum, { quantity }) => sum.plus(quantity.times(ONE.minus(fee))), ZERO),
});

/** PB-11: the price at which all that was bought earns this fraction after every fee; null where nothing can be sold. */
export function takeProfitOf({ spent, net }: Bought, gain: Big, { step, tick, fee }: DealRules): Big | null {
  const sellable = floorTo(step, net);
  return sellable.lte(0) ? null : ceilTo(tick, spent.times(ONE.plus(gain)).div(sellable.times(ONE.minus(fee))));
}

/** What selling all at this price earns after fees, counter units; below 0 it loses. */
export const resultAt = ({ spent, net }: Bought, price: Big, { step, fee }: DealRules): Big =>
  floorTo(step, net).times(price).times(ONE.minus(fee)).minus(spent);

/** PB-11: below the last addition, or below the base order where there is none; null without a stop. */
export function stopOf(ladder: readonly LadderOrder[], { stop }: AveragingSettings, { tick }: DealRules): Big | null {
  const last = ladder.at(-1);
  return stop && last ? floorTo(tick, last.price.times(ONE.minus(stop))) : null;
}

const DEEPEST = new Big('0.9');

/** What keeps a ladder from being used, as a sentence; null where nothing does. */
export function ladderFault(settings: AveragingSettings, market: Big, rules: DealRules): string | null {
  const ladder = ladderOf(settings, market, rules);
  const last = ladder.at(-1);
  if (last && last.deviation.gte(DEEPEST))
    return `The last addition would be ${last.deviation.times(100).round(2).toFixed()}% below the first order; it must be less than 90%.`;
  const [first, ...additions] = ladder;
  const stop = stopOf(ladder, settings, rules);
  const small = (first && firstFault(first, stop, rules)) ?? additionFault(additions, rules);
  if (small !== null) return small;
  if (stop && last && stop.gte(last.price)) return 'The stop must be below the last addition.';
  return null;
}

/** what the first order buys must be enough to be sold at the lower of its exits, before any addition has filled. */
function firstFault({ price, quantity }: LadderOrder, stop: Big | null, rules: DealRules): string | null {
  const kept = ONE.minus(rules.fee);
  const lowest = stop?.gt(0) ? min(stop, price) : price;
  if (isOrderable(floorTo(rules.step, quantity.times(kept)), lowest, rules)) return null;
  const least = ceilShare(rules.step, leastQuantity(rules, lowest), kept).times(price);
  const where = stop ? 'at its stop' : 'again';
  return `The first order would be worth ${grouped(price.times(quantity))}; it can be sold ${where} from ${grouped(least)} on. Use a larger amount.`;
}

function additionFault(additions: readonly LadderOrder[], rules: DealRules): string | null {
  const small = additions.findIndex(({ price, quantity }) => !isOrderable(quantity, price, rules));
  const order = additions[small];
  if (!order) return null;
  const { price, quantity } = order;
  return `Addition ${small + 1} would be worth ${grouped(price.times(quantity))}; the exchange takes ${grouped(leastWorth(rules, price))} and more. Use a larger amount.`;
}
