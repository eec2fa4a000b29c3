import { SECOND } from '#contracts/rules/time.ts';
import type { TrendRules } from '../../../domain/strategies/rounds/trend-step.ts';
import { planOf } from './stored-plan.ts';
import type { StoredRun } from './runs.store.ts';

/** What a run follows the price by; null for one that does not. */
export function trendOf({ run, bot }: Pick<StoredRun, 'run' | 'bot'>): TrendRules | null {
  if (bot.plan.type !== 'trend-grid' || !run.unit) return null;
  const plan = planOf(bot);
  if (plan.type !== 'trend-grid') return null;
  const { spacing, size, until, shiftEvery } = plan.settings;
  return { spacing, size, until, unit: run.unit, every: shiftEvery * SECOND, shiftedAt: run.shiftedAt };
}
