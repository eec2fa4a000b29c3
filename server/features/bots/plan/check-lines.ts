import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BotPlan, RoundsPlan } from '#contracts/bot-settings.ts';
import { CHANGING_LINES } from '#contracts/rules/changing-lines.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { inverseSuccessor } from '../../../domain/strategies/rounds/inverse-successor.ts';
import type { RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import { type Successor, successorOf } from '../../../domain/strategies/rounds/successor.ts';
import { levelSuccessor, stepsSuccessor } from '../../../domain/strategies/rounds/typed-successor.ts';
import { type CheckedPlan, lineWarnings, settingsFaults } from './check-plan.ts';
import { note, priceText } from './field-note.ts';
import { isBuyFirst, typedFaults } from './level-faults.ts';
import type { PlanContext } from './line-faults.ts';
import { tooSmallText } from './minimum-faults.ts';
import { amountField, withAmount } from './plan-amount.ts';

/** Lines that can change while a bot runs; one that does a single round has begun it. */
export type ChangedPlan = Exclude<RoundsPlan, { type: 'sell-buy-once' | 'buy-sell-once' }>;

const CHANGED: ReadonlySet<BotPlan['type']> = new Set<ChangedPlan['type']>(CHANGING_LINES);
export const changesLines = (plan: BotPlan): plan is ChangedPlan => CHANGED.has(plan.type);

export interface CheckedLines extends CheckedPlan {
  /** What of the old run's stays on the account. */
  left: Amounts;
}

/** with what there is. */
function minimumFault(run: RunPlan, context: PlanContext, field: string): FieldNote[] {
  const text = tooSmallText(run, context);
  if (text === null) return [];
  return [note(field, field === 'settings.steps' ? `${text} Use fewer steps.` : text)];
}

function successor(plan: ChangedPlan, owned: Amounts, context: PlanContext): Successor {
  switch (plan.type) {
    case 'inverse-grid':
      return inverseSuccessor(plan.settings, owned, context);
    case 'steps': {
      const { up, back, ...settings } = plan.settings;
      return stepsSuccessor({ ...settings, up: up.div(100), back: back.div(100) }, owned, context);
    }
    case 'levels':
    case 'range': {
      const { counterEarning, buy, sell } = plan.settings;
      const repeat = plan.type === 'range' || plan.settings.repeat;
      const first = isBuyFirst(plan) ? 'buy' : 'sell';
      return levelSuccessor({ first, counterEarning, buy, sell, repeat }, owned, context);
    }
    default:
      return successorOf(plan.settings, owned, context);
  }
}

/** T-6, T-7: without repeat nothing says that half a round is done already. */
function roundFaults(plan: ChangedPlan, { levels }: RunPlan): FieldNote[] {
  const isBegun = levels.some(({ repeat, startsBy, cycleOpensBy }) => !repeat && startsBy !== cycleOpensBy);
  if (!isBegun) return [];
  const what = plan.type === 'steps' ? 'Some of its steps have sold' : 'Half of its round is done';
  return [note('', `${what}, and without repeat it ends with that round. Stop this bot, and start a new one.`)];
}

/** What is wrong with other lines by themselves; of two prices by the leg that it goes on with. */
function faultsOf(plan: ChangedPlan, context: PlanContext, startsBy: 'buy' | 'sell' | undefined): FieldNote[] {
  return plan.type === 'levels' || plan.type === 'range'
    ? typedFaults(plan, context, startsBy)
    : settingsFaults(plan, context);
}

/** C-20: steps whose purchase lies above the market buy at once. */
function boughtAtOnce(plan: ChangedPlan, { levels }: RunPlan, { market, pair }: PlanContext): FieldNote[] {
  const above = levels.filter(({ startsBy, buyPrice }) => startsBy === 'buy' && buyPrice.gt(market));
  const [first] = above;
  if (plan.type !== 'steps' || !first) return [];
  const steps = above.length === 1 ? '1 step' : `${above.length} steps`;
  return [
    note('settings.back', `${steps} would buy back at once: ${priceText(first.buyPrice, pair)} is above the market.`),
  ];
}

/** C-20: other lines, with what a run owns. */
export function checkLines(plan: ChangedPlan, owned: Amounts, context: PlanContext): CheckedLines {
  const nothing = { base: ZERO, counter: ZERO };
  const none = (refusals: FieldNote[]): CheckedLines => ({ run: null, left: nothing, refusals, warnings: [] });
  const isTyped = 'buy' in plan.settings;
  const before = isTyped ? [] : faultsOf(plan, context, undefined);
  if (before.length > 0) return none(before);
  const { plan: run, left } = successor(plan, owned, context);
  const after = isTyped ? faultsOf(plan, context, run.levels[0]?.startsBy) : [];
  if (after.length > 0) return none(after);
  const refusals = [
    ...roundFaults(plan, run),
    ...minimumFault(run, context, isTyped ? 'settings.buy' : 'settings.steps'),
  ];
  return { run, left, refusals, warnings: [...lineWarnings(plan, run, context), ...boughtAtOnce(plan, run, context)] };
}

/** As it is stored: its amount is what it began with, at this price; no coins are taken besides. */
export function asBegun(
  plan: ChangedPlan,
  { given }: Pick<RunPlan, 'given'>,
  { market, rules }: Pick<PlanContext, 'market' | 'rules'>,
): RoundsPlan {
  const worth =
    amountField(plan) === 'coins'
      ? floorTo(rules.step, given.base.plus(given.counter.div(market)))
      : given.counter.plus(given.base.times(market)).round(2, 0);
  return withAmount(withoutOwnCoins(plan), worth);
}

function withoutOwnCoins(plan: ChangedPlan): ChangedPlan {
  switch (plan.type) {
    case 'grid':
      return { ...plan, settings: { ...plan.settings, ownCoins: null } };
    case 'imbalance-grid':
      return { ...plan, settings: { ...plan.settings, ownCoins: null } };
    case 'trend-grid':
      return { ...plan, settings: { ...plan.settings, ownCoins: null } };
    default:
      return plan;
  }
}
