import type { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BotPlan } from '#contracts/bot-settings.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { smallestOrder } from '../../../domain/strategies/rounds/level-trades.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import { successorOf } from '../../../domain/strategies/rounds/successor.ts';
import { type CheckedPlan, isLined, lineWarnings, settingsFaults } from './check-plan.ts';
import { amountText, note, pairName } from './field-note.ts';
import type { LinedPlan, PlanContext } from './line-faults.ts';
import { withAmount } from './plan-amount.ts';

/** Lines that can change while a grid runs: it earns the counter currency. */
export type ChangedPlan = Exclude<LinedPlan, { type: 'inverse-grid' }>;

export const changesLines = (plan: BotPlan): plan is ChangedPlan => isLined(plan) && plan.type !== 'inverse-grid';

export interface CheckedLines extends CheckedPlan {
  /** What of the old run's stays on the account. */
  left: Amounts;
}

/** with what there is. */
function minimumFault(smallest: Big, { pair, rules }: PlanContext): FieldNote[] {
  if (smallest.gte(rules.minNotional)) return [];
  const text = `The smallest order would be worth ${amountText(smallest)} ${pair.counter}; ${pairName(pair)} takes ${rules.minNotional.toFixed()} and more. Use fewer steps.`;
  return [note('settings.steps', text)];
}

/** C-20: other lines, with what a run owns. */
export function checkLines(plan: ChangedPlan, owned: Amounts, context: PlanContext): CheckedLines {
  const faults = settingsFaults(plan, context);
  const nothing = { base: ZERO, counter: ZERO };
  if (faults.length > 0) return { run: null, left: nothing, refusals: faults, warnings: [] };
  const { plan: run, left } = successorOf(plan.settings, owned, context);
  const refusals = minimumFault(smallestOrder(run, context.market, context.rules) ?? ZERO, context);
  return { run, left, refusals, warnings: lineWarnings(plan, run, context) };
}

/** As it is stored: what it invests is what it began with was worth; no coins are taken besides. */
export function asBegun(plan: ChangedPlan, { given }: { given: Amounts }, market: Big): BotPlan {
  const worth = given.counter.plus(given.base.times(market)).round(2, 0);
  return withAmount(withoutOwnCoins(plan), worth);
}

function withoutOwnCoins(plan: ChangedPlan): ChangedPlan {
  switch (plan.type) {
    case 'grid':
      return { ...plan, settings: { ...plan.settings, ownCoins: null } };
    case 'imbalance-grid':
      return { ...plan, settings: { ...plan.settings, ownCoins: null } };
    default:
      return { ...plan, settings: { ...plan.settings, ownCoins: null } };
  }
}
