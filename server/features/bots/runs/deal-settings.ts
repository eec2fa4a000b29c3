import { opensDeals, takesSignals } from '#contracts/bot-settings.ts';
import type { DealSettings as Ladder } from '../../../domain/strategies/averaging/next-deal.ts';
import { dealSettingsOf } from '../../../domain/strategies/rounds/deal-settings.ts';
import { type SignalSettings, signalSettingsOf } from '../../../domain/strategies/signals/run-settings.ts';
import type { StoredRun } from './runs.store.ts';
import { planOf } from './stored-plan.ts';

/** PB-11: an order and more of them below it. */
export interface LadderSettings extends Ladder {
  by: 'ladder';
}
export type DealSettings = LadderSettings | SignalSettings;

/** What the deals of a run go by. */
export function dealSettings({ bot }: Pick<StoredRun, 'bot'>): DealSettings {
  const plan = planOf(bot);
  if (!opensDeals(plan)) throw new Error(`A bot of the type ${plan.type} opens no deals.`);
  return takesSignals(plan)
    ? signalSettingsOf(plan.settings, plan.type === 'smart-money' ? plan.settings : null)
    : { by: 'ladder', ...dealSettingsOf(plan.settings) };
}
