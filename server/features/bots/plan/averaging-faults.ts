import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import { ladderFault, takeProfitOf, ladderOf, boughtBy } from '../../../domain/strategies/averaging/addition-ladder.ts';
import { averagingOf } from '../../../domain/strategies/rounds/plan-run.ts';
import type { DealsPlan } from '#contracts/bot-settings.ts';
import { note } from './field-note.ts';
import type { PlanContext } from './line-faults.ts';
import { type Bounds, within } from './within.ts';

const bounds = (least: string, most: string): Bounds => ({ least: new Big(least), most: new Big(most) });

/** PB-11, PB-6. */
const BOUNDS = {
  deviation: bounds('0.3', '15'),
  deviationFactor: bounds('1', '2'),
  amountFactor: bounds('1', '2'),
  takeProfit: bounds('0.1', '100'),
  dailyLoss: bounds('0.1', '100'),
};
const STOP = bounds('0.1', '90');

const WITHOUT_STOP =
  'Without a stop loss this bot can lose everything it is given. Set one, or tick that you accept this.';

/** PB-7: a stop, or its owner's word that there is none. */
function stopFaults({ stop, withoutStop = false }: DealsPlan['settings']): FieldNote[] {
  if (stop) return within('stop', stop, STOP);
  return withoutStop ? [] : [note('settings.stop', WITHOUT_STOP)];
}

/** What is wrong with the settings of an averaging bot at this price. */
export function averagingFaults({ settings }: DealsPlan, { market, rules, pair }: PlanContext): FieldNote[] {
  const outside = Object.entries(BOUNDS).flatMap(([field, of]) =>
    within(field, settings[field as keyof typeof BOUNDS], of),
  );
  const faults = [...outside, ...stopFaults(settings)];
  if (faults.length > 0) return faults;
  const averaging = averagingOf(settings);
  const fault = ladderFault(averaging, market, rules);
  if (fault !== null) return [note(fault.startsWith('The first order') ? 'settings.base' : 'settings.addition', fault)];
  const [base] = ladderOf(averaging, market, rules);
  const first = base && takeProfitOf(boughtBy([base], rules), averaging.takeProfit, rules);
  return first
    ? []
    : [note('settings.base', `Nothing of it could be sold: ${pair.base} has steps of ${pair.step.toFixed()}.`)];
}
