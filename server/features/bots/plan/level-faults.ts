import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BotPlan } from '#contracts/bot-settings.ts';
import type { Side } from '#contracts/rules/side.ts';
import { ONE } from '#contracts/rules/decimal.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { note, noteWith, priceText } from './field-note.ts';
import { offTick, type PlanContext } from './line-faults.ts';

type TypedPlan = Extract<BotPlan, { settings: { buy: Big } }>;
type StepsPlan = Extract<BotPlan, { type: 'steps' }>;

/** Which of the two deals comes first; two types have theirs fixed. */
export const isBuyFirst = ({ type, settings }: TypedPlan): boolean =>
  type === 'buy-sell-once' || (type !== 'sell-buy-once' && settings.order === 'buy-sell');

/** T-7: a price that would trade at once instead of resting. */
function wrongSide({ settings: { buy, sell } }: TypedPlan, { pair, market }: PlanContext, first: Side): FieldNote[] {
  if (first === 'buy' && buy.gt(market)) {
    const text = `${priceText(buy, pair)} is above the market: this would buy at once. Use Start now, or a price below ${priceText(market, pair)}.`;
    return [noteWith('settings.buy', text, floorTo(pair.tick, market))];
  }
  if (first === 'sell' && sell.lt(market)) {
    const text = `${priceText(sell, pair)} is below the market: this would sell at once. Use Start now, or a price above ${priceText(market, pair)}.`;
    return [noteWith('settings.sell', text, ceilTo(pair.tick, market))];
  }
  return [];
}

/** T-7, T-8, T-9: two prices as typed; it begins with its usual leg, or with the one that is said. */
export function typedFaults(plan: TypedPlan, context: PlanContext, startsBy?: Side): FieldNote[] {
  const { pair, rules } = context;
  const { buy, sell } = plan.settings;
  if (sell.lte(buy)) return [note('settings.sell', 'Must be above the price to buy at')];
  const off = offTick({ buy, sell }, pair);
  if (off.length > 0) return off;
  const kept = ONE.minus(rules.fee).pow(2);
  if (kept.times(sell).lte(buy)) {
    const nearest = floorTo(pair.tick, buy.div(kept)).plus(pair.tick);
    return [noteWith('settings.sell', 'This does not pay its fees. Sell higher.', nearest)];
  }
  const first = startsBy ?? (isBuyFirst(plan) ? 'buy' : 'sell');
  return [...wrongSide(plan, context, first), ...borderFaults(plan)];
}

/** T-9, seconds. */
const LEAST_WAIT = 10;
const MOST_WAIT = 3600;

/** T-9: the borders lie beyond both prices. */
export function borderFaults(plan: TypedPlan): FieldNote[] {
  if (plan.type !== 'range') return [];
  const { buy, sell, lowBorder, highBorder, wait } = plan.settings;
  const low = lowBorder.gte(buy) ? [note('settings.lowBorder', 'Must be below the price to buy at')] : [];
  const high = highBorder.lte(sell) ? [note('settings.highBorder', 'Must be above the price to sell at')] : [];
  const tooLong =
    wait > MOST_WAIT ? [noteWith('settings.wait', `At most ${MOST_WAIT} seconds.`, new Big(MOST_WAIT))] : [];
  const tooShort =
    wait < LEAST_WAIT ? [noteWith('settings.wait', `At least ${LEAST_WAIT} seconds.`, new Big(LEAST_WAIT))] : [];
  return [...low, ...high, ...tooShort, ...tooLong];
}

const MOST_PARTS = 20;
const PERCENT = { least: new Big('0.25'), most: new Big(50) };

/** T-6. */
export function stepsFaults({ settings: { steps, up, back } }: StepsPlan, { rules }: PlanContext): FieldNote[] {
  const faults =
    steps > MOST_PARTS ? [noteWith('settings.steps', `Use at most ${MOST_PARTS} steps.`, new Big(MOST_PARTS))] : [];
  for (const [field, value] of Object.entries({ up, back })) {
    const { least, most } = PERCENT;
    if (value.lt(least)) faults.push(noteWith(`settings.${field}`, `At least ${least.toFixed()}%`, least));
    if (value.gt(most)) faults.push(noteWith(`settings.${field}`, `At most ${most.toFixed()}%`, most));
  }
  if (faults.length > 0) return faults;
  const bought = ONE.minus(back.div(100));
  return ONE.minus(rules.fee).pow(2).lte(bought)
    ? [note('settings.back', 'Buying back this near does not pay its fees.')]
    : [];
}
