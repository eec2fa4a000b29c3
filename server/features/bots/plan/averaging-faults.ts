import type { FieldNote } from '#contracts/bot-preview.ts';
import { ladderFault } from '../../../domain/strategies/averaging/addition-ladder.ts';
import { averagingOf } from '../../../domain/strategies/rounds/plan-run.ts';
import type { AveragingPlan } from '#contracts/bot-settings.ts';
import { bounds, stopFaults } from './deal-faults.ts';
import { note } from './field-note.ts';
import type { PlanContext } from './line-faults.ts';
import { within } from './within.ts';

/** PB-11, PB-6. */
const BOUNDS = {
  deviation: bounds('0.3', '15'),
  deviationFactor: bounds('1', '2'),
  amountFactor: bounds('1', '2'),
  takeProfit: bounds('0.1', '100'),
  dailyLoss: bounds('0.1', '100'),
};
/** What is wrong with the settings of an averaging bot at this price. */
export function averagingFaults({ settings }: AveragingPlan, { market, rules }: PlanContext): FieldNote[] {
  const outside = Object.entries(BOUNDS).flatMap(([field, of]) =>
    within(field, settings[field as keyof typeof BOUNDS], of),
  );
  const faults = [...outside, ...stopFaults(settings)];
  if (faults.length > 0) return faults;
  const fault = ladderFault(averagingOf(settings), market, rules);
  if (fault === null) return [];
  return [note(fault.startsWith('The first order') ? 'settings.base' : 'settings.addition', fault)];
}
