import type { FieldNote } from '#contracts/bot-preview.ts';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import { leastQuantity } from '#contracts/rules/least-order.ts';
import type { RoundsPlan } from '#contracts/bot-settings.ts';
import { Big } from 'big.js';
import { isAboveMinimum } from '../../../domain/strategies/rounds/grid-checks.ts';
import { leastInvestment } from '../../../domain/strategies/rounds/grid-size.ts';
import { smallestOrder, tooFew } from '../../../domain/strategies/rounds/level-trades.ts';
import { gridSettings, planRun, type RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import { amountText, note, pairName } from './field-note.ts';
import type { PlanContext } from './line-faults.ts';
import { amountField, withAmount } from './plan-amount.ts';

/** exchanges raise minimums; with less to spare the form warns. */
const TO_SPARE = new Big('1.05');
/** Doublings after which nothing larger is tried. */
const MOST_TRIES = 60;

/** The least amount with which each order is large enough, found by trying. */
function leastAmount(plan: RoundsPlan, { market, rules }: PlanContext): Big | null {
  if ('low' in plan.settings && 'invest' in plan.settings) {
    const sizing = gridSettings(plan.settings, market, rules.tick);
    return leastInvestment(sizing, rules, (grid) => isAboveMinimum(grid, rules)).invest;
  }
  const step = amountField(plan) === 'coins' ? rules.step : new Big('0.01');
  const fits = (count: number): boolean =>
    tooFew(planRun(withAmount(plan, step.times(count)), market, rules), market, rules) === null;
  let most = 1;
  for (let tries = 0; !fits(most); tries += 1) {
    if (tries > MOST_TRIES) return null;
    most *= 2;
  }
  let least = Math.floor(most / 2);
  while (most - least > 1) {
    const count = Math.floor((least + most) / 2);
    if (fits(count)) most = count;
    else least = count;
  }
  return step.times(most);
}

/** what the smallest order would be, and what the pair takes; null where it takes every order. */
export function tooSmallText(run: Pick<RunPlan, 'levels'>, { pair, rules, market }: PlanContext): string | null {
  const few = tooFew(run, market, rules);
  if (!few) return null;
  const worth = smallestOrder(run, market, rules) ?? ZERO;
  if (worth.lt(rules.minNotional))
    return `The smallest order would be worth ${amountText(worth)} ${pair.counter}; ${pairName(pair)} takes ${grouped(rules.minNotional)} and more.`;
  const least = grouped(leastQuantity(rules, few.price));
  return `The smallest order would be ${grouped(few.quantity)} ${pair.base}; ${pairName(pair)} takes ${least} ${pair.base} and more.`;
}

/** what is too little for the exchange, with the least that would do; and what is hardly enough. */
export function minimumFaults(plan: RoundsPlan, run: RunPlan, context: PlanContext) {
  const { pair, rules, market } = context;
  const none: FieldNote[] = [];
  const field = amountField(plan);
  const tooSmall = tooSmallText(run, context);
  if (tooSmall === null) {
    const smallest = smallestOrder(run, market, rules);
    if (!smallest?.lt(rules.minNotional.times(TO_SPARE))) return { refusals: none, warnings: none };
    const text = `The smallest order is worth ${amountText(smallest)} ${pair.counter}, hardly more than ${pairName(pair)} takes. An exchange may raise its minimum.`;
    return { refusals: none, warnings: [note(`settings.${field}`, text)] };
  }
  const value = leastAmount(plan, context);
  const least = value
    ? ` Invest at least ${grouped(value)} ${field === 'coins' ? pair.base : pair.counter}, or use fewer steps.`
    : '';
  return {
    refusals: [note(`settings.${field}`, `${tooSmall}${least}`, value && { field: `settings.${field}`, value })],
    warnings: none,
  };
}
