import { opensDeals, takesSignals } from '#contracts/bot-settings.ts';
import type { DealSettings as Ladder } from '../../../domain/strategies/averaging/next-deal.ts';
import { dealSettingsOf } from '../../../domain/strategies/rounds/deal-settings.ts';
import {
  barsNeeded,
  breakoutBars,
  type BreakoutSettings,
  breakoutSettings,
} from '../../../domain/strategies/rounds/breakout-deals.ts';
import {
  type BarSettings,
  type SignalSettings,
  signalSettingsOf,
} from '../../../domain/strategies/signals/run-settings.ts';
import type { StoredRun } from './runs.store.ts';
import { planOf } from './stored-plan.ts';

/** PB-11: an order and more of them below it. */
export interface LadderSettings extends Ladder {
  by: 'ladder';
}
export type DealSettings = LadderSettings | SignalSettings | BreakoutSettings;

/** Bars that are read before its last decision. */
export const barsRead = ({ by, bars }: { by: DealSettings['by']; bars: BarSettings }): number =>
  by === 'breakout' ? breakoutBars(bars) : barsNeeded(bars);

/** What the deals of a run go by. */
export function dealSettings({ bot }: Pick<StoredRun, 'bot'>): DealSettings {
  const plan = planOf(bot);
  if (!opensDeals(plan)) throw new Error(`A bot of the type ${plan.type} opens no deals.`);
  if (plan.type === 'averaging') return { by: 'ladder', ...dealSettingsOf(plan.settings) };
  if (!takesSignals(plan)) return breakoutSettings(plan.settings);
  return signalSettingsOf(plan.settings, plan.type === 'smart-money' ? plan.settings : null);
}
