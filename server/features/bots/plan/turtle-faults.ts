import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { TurtlePlan } from '#contracts/bot-settings.ts';
import { grouped, max, ONE } from '#contracts/rules/decimal.ts';
import { leastQuantity, leastWorth } from '#contracts/rules/least-order.ts';
import { ceilTo } from '#contracts/rules/steps.ts';
import { plannedUnits, turtleSettings } from '../../../domain/strategies/rounds/turtle-plan.ts';
import { stopOfUnit } from '../../../domain/strategies/signals/turtle-step.ts';
import { orderAt } from '../../../domain/strategies/signals/turtle.ts';
import { bounds } from './deal-faults.ts';
import { amountText, note } from './field-note.ts';
import type { PlanContext } from './line-faults.ts';
import { DAILY_LOSS, flowFaults } from './signal-faults.ts';
import { within } from './within.ts';

/** PB-9. */
const RISK = bounds('0.1', '5');
const CENT = new Big('0.01');

/** Counter units from which on the first unit can be sold at its stop. */
function leastInvest({ settings }: TurtlePlan, context: PlanContext, of: NonNullable<PlanContext['breakout']>): Big {
  const { rules } = context;
  const { trigger, range } = of;
  const sold = leastQuantity(rules, stopOfUnit(of, rules));
  const quantity = ceilTo(rules.step, sold.div(ONE.minus(rules.fee))).plus(rules.step);
  const lossPerCoin = range.plus(rules.fee.times(trigger)).times(2);
  const byRisk = quantity.times(lossPerCoin).div(settings.risk.div(100));
  const byCapital = quantity.times(trigger).times(settings.units);
  const byLimit = quantity.times(orderAt(trigger, rules.tick).limit);
  return ceilTo(CENT, max(byRisk, byCapital, byLimit));
}

/** PB-9: a unit that could not be sold at its stop is never bought. */
function unitFaults(plan: TurtlePlan, context: PlanContext): FieldNote[] {
  const { breakout, rules } = context;
  if (!breakout || plannedUnits(turtleSettings(plan.settings), breakout, rules).length > 0) return [];
  const stop = stopOfUnit(breakout, rules);
  if (stop.lte(0)) return [note('settings.interval', 'These bars move too far for a stop.')];
  const least = leastInvest(plan, context, breakout);
  const text = `A unit would be too small to be sold at its stop; the exchange takes ${grouped(leastWorth(rules, stop))} and more. Invest at least ${amountText(least)}, use fewer units, or risk more.`;
  return [note('settings.invest', text, { field: 'settings.invest', value: least })];
}

/** What is wrong with the settings of a bot that enters on a breakout, by the bars of now. */
export function turtleFaults(plan: TurtlePlan, context: PlanContext): FieldNote[] {
  const { settings } = plan;
  const faults = [
    ...flowFaults(settings),
    ...within('risk', settings.risk, RISK),
    ...within('dailyLoss', settings.dailyLoss, DAILY_LOSS),
  ];
  return faults.length > 0 ? faults : unitFaults(plan, context);
}
