import { mustWritePeak } from '../exit-plan/follow-market.ts';
import { isBetter } from '../exit-plan/moved-stop.ts';
import { type PlanFacts, factsOf } from '../exit-plan/plan-facts.ts';
import type { SliceContext } from './slice-context.ts';

/** EX-8: the peak is written with each move, and on every tenth of a percent. */
function isPeakDue({ stop, terms }: Pick<SliceContext, 'stop' | 'terms'>, moves: boolean): boolean {
  if (!stop?.follows) return false;
  const { peak, written } = stop.follows;
  if (!written) return true;
  return isBetter(terms.side, peak, written) && (moves || mustWritePeak(peak, written, terms));
}

/** What this server has seen for a plan and is to write down; null where nothing is new. `moves`: orders are to change. */
export function factsToNote(context: SliceContext, moves: boolean): PlanFacts | null {
  const { position, stop, intent, terms } = context;
  const known = factsOf(position, intent.plan ?? 0);
  return isPeakDue({ stop, terms }, moves) ? { ...known, peak: stop?.follows?.peak ?? null } : null;
}
