import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import { type BotPlan, type DealsPlan, opensDeals, takesSignals } from '#contracts/bot-settings.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { narrowestStep } from '../../../domain/strategies/rounds/grid-checks.ts';
import { planRun, type RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import { averagingFaults } from './averaging-faults.ts';
import { signalFaults } from './signal-faults.ts';
import { turtleFaults } from './turtle-faults.ts';
import { within } from './within.ts';
import { note } from './field-note.ts';
import { stepsFaults, typedFaults } from './level-faults.ts';
import { type LinedPlan, lineFaults, offTick, outsideLines, type PlanContext } from './line-faults.ts';
import { minimumFaults } from './minimum-faults.ts';

export interface CheckedPlan {
  /** Null where the settings make none. */
  run: RunPlan | null;
  refusals: FieldNote[];
  warnings: FieldNote[];
}

export const isLined = (plan: BotPlan): plan is LinedPlan => 'low' in plan.settings;

export function settingsFaults(plan: BotPlan, context: PlanContext): FieldNote[] {
  if (isLined(plan)) return [...lineFaults(plan, context), ...typeFaults(plan, context)];
  if (opensDeals(plan)) return dealFaults(plan, context);
  return plan.type === 'steps' ? stepsFaults(plan, context) : typedFaults(plan, context);
}

function dealFaults(plan: DealsPlan, context: PlanContext): FieldNote[] {
  if (plan.type === 'averaging') return averagingFaults(plan, context);
  return takesSignals(plan) ? signalFaults(plan, context) : turtleFaults(plan, context);
}

/** PB-9: units are those of the bars of now. */
const plannedRun = (plan: BotPlan, { market, rules, breakout = null }: PlanContext): RunPlan =>
  plan.type === 'smart-money-turtle'
    ? planRun({ type: plan.type, settings: { ...plan.settings, breakout } }, market, rules)
    : planRun(plan, market, rules);

const WEIGHT = { least: new Big('1.1'), most: new Big(5) };
const SHIFT_SECONDS = { least: new Big(10), most: new Big(86_400) };

/** T-4, T-5. */
function typeFaults(plan: LinedPlan, { pair }: PlanContext): FieldNote[] {
  if (plan.type === 'imbalance-grid') return within('lowestWeight', plan.settings.lowestWeight, WEIGHT);
  if (plan.type !== 'trend-grid') return [];
  const { shiftEvery } = plan.settings;
  return [...within('shiftEvery', new Big(shiftEvery), SHIFT_SECONDS), ...untilFaults(plan, pair)];
}

type TrendPlan = Extract<BotPlan, { type: 'trend-grid' }>;

/** T-5: the line up to which it follows. */
export function untilFaults({ settings: { until, high } }: TrendPlan, pair: ExchangePair): FieldNote[] {
  if (!until) return [];
  return until.lte(high) ? [note('settings.until', 'Must be above the highest price')] : offTick({ until }, pair);
}

const NOT_HELD = 'This exchange holds no next orders for this pair: this server places each one by itself.';

/** under this a step hardly pays. */
const THIN_STEP = new Big('0.001');

/** an exchange without such lists holds nothing for a bot. */
function heldNotes({ settings }: LinedPlan, { pair }: PlanContext): FieldNote[] {
  const isAsked = 'heldMirrors' in settings && (settings.heldMirrors ?? 0) > 0;
  return isAsked && !pair.lists.has('oto') ? [note('settings.heldMirrors', NOT_HELD)] : [];
}

export function lineWarnings(plan: BotPlan, run: RunPlan, context: PlanContext): FieldNote[] {
  if (!isLined(plan)) return [];
  const { gain } = narrowestStep(run.lines, context.rules);
  const thin = gain.lt(THIN_STEP)
    ? [note('settings.steps', `The narrowest step earns ${gain.times(100).toFixed(2)}% after its fees.`)]
    : [];
  return [...outsideLines(plan, context), ...thin, ...heldNotes(plan, context)];
}

/** and the bounds of each type, before anything of the account is looked at. */
export function checkPlan(plan: BotPlan, context: PlanContext): CheckedPlan {
  const faults = settingsFaults(plan, context);
  if (faults.length > 0) return { run: null, refusals: faults, warnings: [] };
  const run = plannedRun(plan, context);
  if (opensDeals(plan)) return { run, refusals: [], warnings: [] };
  const { refusals, warnings } = minimumFaults(plan, run, context);
  return { run, refusals, warnings: [...warnings, ...lineWarnings(plan, run, context)] };
}
