import { opensDeals, takesSignals, type TurtlePlan } from '#contracts/bot-settings.ts';
import type { DealSettings as Ladder } from '../../../domain/strategies/averaging/next-deal.ts';
import { dealSettingsOf } from '../../../domain/strategies/rounds/deal-settings.ts';
import {
  type BarSettings,
  barSettingsOf,
  dealLimitsOf,
  type SignalSettings,
  signalSettingsOf,
} from '../../../domain/strategies/signals/run-settings.ts';
import { BARS_COUNTED } from '../../../domain/strategies/signals/turtle-levels.ts';
import { turtleUnits } from '../../../domain/strategies/rounds/turtle-plan.ts';
import type { TurtleSettings } from '../../../domain/strategies/signals/turtle.ts';
import type { StoredRun } from './runs.store.ts';
import { planOf } from './stored-plan.ts';

/** PB-11: an order and more of them below it. */
export interface LadderSettings extends Ladder {
  by: 'ladder';
}
/** PB-9: a breakout opens a deal, which adds in units. */
export interface BreakoutSettings extends Pick<SignalSettings, 'limits' | 'repeat'> {
  by: 'breakout';
  units: Omit<TurtleSettings, 'given'>;
  /** Units are counted from profits as well. */
  reinvest: boolean;
  bars: BarSettings;
}
export type DealSettings = LadderSettings | SignalSettings | BreakoutSettings;

export const breakoutSettings = ({ settings }: TurtlePlan): BreakoutSettings => ({
  by: 'breakout',
  limits: dealLimitsOf({ ...settings, places: 1 }),
  repeat: true,
  ...turtleUnits(settings),
  bars: barSettingsOf(settings),
});

/** PB-10: whole bars from which on a bot decides. */
export const barsNeeded = ({ flow: { mean, look } }: BarSettings): number => mean + look;

/** Bars that are read before its last decision. */
export const barsRead = ({ by, bars }: { by: DealSettings['by']; bars: BarSettings }): number =>
  by === 'breakout' ? Math.max(barsNeeded(bars), BARS_COUNTED) : barsNeeded(bars);

/** What the deals of a run go by. */
export function dealSettings({ bot }: Pick<StoredRun, 'bot'>): DealSettings {
  const plan = planOf(bot);
  if (!opensDeals(plan)) throw new Error(`A bot of the type ${plan.type} opens no deals.`);
  if (plan.type === 'averaging') return { by: 'ladder', ...dealSettingsOf(plan.settings) };
  if (!takesSignals(plan)) return breakoutSettings(plan);
  return signalSettingsOf(plan.settings, plan.type === 'smart-money' ? plan.settings : null);
}
