import type { ExchangePair } from '../../../domain/market/pair.ts';
import { viewLevels } from '../../../domain/strategies/rounds/run-step.ts';
import { trendStep, type TrendStep } from '../../../domain/strategies/rounds/trend-step.ts';
import { priceText } from '../plan/field-note.ts';
import { planOf } from '../runs/stored-plan.ts';
import { trendOf } from '../runs/trend-rules.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import type { Look, Looked } from './look.ts';
import type { RunWatch } from './run-watch.ts';

const NOTHING: Looked = { hasMoved: false, again: null };

const stopFollows = ({ bot }: StoredRun): boolean => {
  const plan = planOf(bot);
  return plan.type === 'trend-grid' && plan.settings.stopFollows;
};

function textOf(step: TrendStep, pair: ExchangePair): string {
  if (step.do === 'take-off') return 'The price has reached the next line: the lowest purchase comes down.';
  if (step.do === 'put-back') return 'The lines stay: a purchase higher up would trade at once.';
  const { buyPrice, sellPrice } = step.level;
  return `The lines follow: it buys at ${priceText(buyPrice, pair)} and sells at ${priceText(sellPrice, pair)}.`;
}

/** T-5: lets a run's lines follow the price, one at a time. */
export function runTrend(work: RunWork, watch: Pick<RunWatch, 'takeBreaks' | 'lookForBreaks'>) {
  async function take({ stored, context, pair }: Look, step: TrendStep): Promise<boolean> {
    const { run } = stored;
    const entry = { text: textOf(step, pair), now: context.now };
    if (step.do === 'take-off') return work.takeOff(run, step.level, entry);
    if (step.do === 'put-back') return work.putBack(run, step.level, entry);
    const stopMoved = stopFollows(stored) ? step.moved : null;
    return work.shift(run, { level: step.level, start: step.start, stopMoved, ...entry });
  }

  return {
    async look(look: Look): Promise<Looked> {
      const { stored, facts, context } = look;
      const trend = trendOf(stored);
      if (!trend) return NOTHING;
      const highest = watch.takeBreaks(stored.run.id)?.high ?? null;
      const views = viewLevels(facts, context);
      const { step, again, awaits } = trendStep(trend, { facts, views, context, highest });
      watch.lookForBreaks(stored.run, awaits ? [{ price: awaits, above: true }] : [], context.now);
      return { hasMoved: step !== null && (await take(look, step)), again };
    },
  };
}
export type RunTrend = ReturnType<typeof runTrend>;
