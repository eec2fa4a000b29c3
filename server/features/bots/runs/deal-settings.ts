import { opensDeals } from '#contracts/bot-settings.ts';
import { SECOND } from '#contracts/rules/time.ts';
import type { AveragingSettings } from '../../../domain/strategies/averaging/addition-ladder.ts';
import { averagingOf } from '../../../domain/strategies/rounds/plan-run.ts';
import type { DealLimits } from '../../../domain/strategies/signals/opening-deals.ts';
import type { StoredRun } from './runs.store.ts';
import { planOf } from './stored-plan.ts';

export interface DealSettings {
  averaging: AveragingSettings;
  limits: DealLimits;
  repeat: boolean;
}

/** What the deals of a run go by. */
export function dealSettings({ bot }: Pick<StoredRun, 'bot'>): DealSettings {
  const plan = planOf(bot);
  if (!opensDeals(plan)) throw new Error(`A bot of the type ${plan.type} opens no deals.`);
  const { coolDown, dealsADay: perDay, dailyLoss, repeat } = plan.settings;
  return {
    averaging: averagingOf(plan.settings),
    limits: { places: 1, coolDown: coolDown * SECOND, perDay, dailyLoss: dailyLoss.div(100) },
    repeat,
  };
}
