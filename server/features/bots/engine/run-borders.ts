import { SECOND } from '#contracts/rules/time.ts';
import type { BotPlan } from '#contracts/bot-settings.ts';
import {
  type Borders,
  breaksOf,
  restsBetween,
  type Side,
  sideAfter,
} from '../../../domain/strategies/rounds/range-borders.ts';
import { planOf } from '../runs/stored-plan.ts';
import type { RunWork } from '../runs/run-work.store.ts';
import type { Look, Looked } from './look.ts';
import type { RunWatch } from './run-watch.ts';

const NOTHING: Looked = { hasMoved: false, again: null };
const OUTSIDE = 'The price has left its borders: its orders come down, and nothing is sold.';
const INSIDE = 'The price is back between its borders: its orders are put back.';

function bordersOf(plan: BotPlan): Borders | null {
  if (plan.type !== 'range') return null;
  const { lowBorder: low, highBorder: high, wait } = plan.settings;
  return { low, high, wait: wait * SECOND };
}

/** T-9: takes a run's orders down while the price is outside its borders. Where this process has not seen it, a stay begins now. */
export function runBorders(work: RunWork, watch: Pick<RunWatch, 'takeBreaks' | 'lookForBreaks'>) {
  const sides = new Map<string, Side>();
  return {
    forget: (runId: string): boolean => sides.delete(runId),
    async look({ stored: { run, bot }, context: { last, now } }: Look): Promise<Looked> {
      const borders = bordersOf(planOf(bot));
      if (!borders || run.state !== 'running' || !last) {
        sides.delete(run.id);
        return NOTHING;
      }
      const side = sideAfter(borders, sides.get(run.id) ?? null, { traded: watch.takeBreaks(run.id), last, now });
      sides.set(run.id, side);
      watch.lookForBreaks(run, breaksOf(borders, side, last), now);
      const { rests, again } = restsBetween(borders, side, { isResting: !run.outside, now });
      if (rests !== run.outside) return { hasMoved: false, again };
      return { hasMoved: await work.turnOutside(run, !rests, { text: rests ? INSIDE : OUTSIDE, now }), again };
    },
  };
}
export type RunBorders = ReturnType<typeof runBorders>;
