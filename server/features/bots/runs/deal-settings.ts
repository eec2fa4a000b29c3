import { type DealsPlan, opensDeals, type SignalsPlan, takesSignals } from '#contracts/bot-settings.ts';
import { CLOSING_INTERVALS, type ClosingInterval } from '#contracts/rules/closing-intervals.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { AveragingSettings } from '../../../domain/strategies/averaging/addition-ladder.ts';
import { dealSettingsOf } from '../../../domain/strategies/rounds/deal-settings.ts';
import type { DealLimits } from '../../../domain/strategies/signals/opening-deals.ts';
import type { SignalDeals } from '../../../domain/strategies/signals/signal-deals.ts';
import { flowSettingsOf, signalDealsOf } from '../../../domain/strategies/signals/signal-settings.ts';
import type { FlowSettings } from '../../../domain/strategies/signals/smart-money.ts';
import type { StoredRun } from './runs.store.ts';
import { planOf } from './stored-plan.ts';

type SmartMoney = Extract<DealsPlan, { type: 'smart-money' }>;

interface Common {
  limits: DealLimits;
  repeat: boolean;
}
/** PB-11: an order and more of them below it. */
export interface LadderSettings extends Common {
  by: 'ladder';
  averaging: AveragingSettings;
}
/** A signal opens a deal with one entry. */
export interface SignalSettings extends Common {
  by: 'signal';
  deals: SignalDeals;
  /** PB-12: null where a hook says when. */
  bars: BarSettings | null;
}
/** PB-8: bars that stand out. */
export interface BarSettings {
  flow: FlowSettings;
  sellersClose: boolean;
  interval: ClosingInterval;
  /** Of a bar, ms. */
  length: number;
}
export type DealSettings = LadderSettings | SignalSettings;

function limitsOf({ settings }: SignalsPlan): DealLimits {
  const { places, coolDown, dealsADay: perDay, dailyLoss } = settings;
  return { places, coolDown: coolDown * SECOND, perDay, dailyLoss: dailyLoss.div(100) };
}

const barsOf = (settings: SmartMoney['settings']): BarSettings => ({
  flow: flowSettingsOf(settings),
  sellersClose: settings.sellersClose,
  interval: settings.interval,
  length: CLOSING_INTERVALS[settings.interval],
});

/** What the deals of a run go by. */
export function dealSettings({ bot }: Pick<StoredRun, 'bot'>): DealSettings {
  const plan = planOf(bot);
  if (!opensDeals(plan)) throw new Error(`A bot of the type ${plan.type} opens no deals.`);
  if (!takesSignals(plan)) return { by: 'ladder', ...dealSettingsOf(plan.settings) };
  const deals = signalDealsOf(plan.settings);
  return {
    by: 'signal',
    limits: limitsOf(plan),
    repeat: true,
    deals,
    bars: plan.type === 'smart-money' ? barsOf(plan.settings) : null,
  };
}
