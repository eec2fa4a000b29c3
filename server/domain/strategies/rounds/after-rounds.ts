import type { Big } from 'big.js';
import type { BotState } from '#contracts/rules/bot-states.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Cycle } from './level-fold.ts';
import { isFresh, type LevelView, ofLevel, type RunFacts, type RunOrder } from './run-facts.ts';
import { shouldPause } from './stop-conditions.ts';

/** C-11: so many refusals for one reason, within so long, are their owner's to decide about. */
const MOST_REFUSALS = 5;
export const REFUSALS_WITHIN = 10 * MINUTE;

/** C-11: the sentence of a refusal that came again and again. */
function stubborn({ orders, stateSince }: RunFacts, now: number): string | null {
  const fresh = orders.filter((order) => order.updatedAt > stateSince && isFresh(order, now, REFUSALS_WITHIN));
  for (const [reason, same] of Map.groupBy(fresh, (order) => order.reason))
    if (same.length >= MOST_REFUSALS) return reason;
  return null;
}

/** When an order of the leg that closed it changed last, UTC epoch ms. */
export const closedAt = (orders: readonly RunOrder[], { turn }: Pick<Cycle, 'turn'>): number =>
  orders.reduce((at, order) => (order.turn === turn ? Math.max(at, order.updatedAt) : at), 0);

/** C-11: of the cycles that were closed since it last began to run, the oldest first. */
function recentResults(facts: RunFacts, views: readonly LevelView[]): Big[] {
  return views
    .flatMap(({ of, state }) => {
      const { number } = of.level;
      const orders = ofLevel(facts, number);
      const listed = state.cycles.map((cycle) => ({ ...cycle, at: closedAt(orders, cycle) }));
      return [...(facts.folded?.levels.get(number)?.recent ?? []), ...listed];
    })
    .filter(({ at }) => at > facts.stateSince)
    .toSorted((one, other) => one.at - other.at)
    .map(({ base, counter }) => (facts.counterEarning ? counter : base));
}

const LOSING = 'Its last three rounds earned nothing after fees: the fees on this key are higher than when it began.';

/** C-11, T-8: what its own rounds and refusals make of a run. */
export function afterRounds(
  facts: RunFacts,
  views: readonly LevelView[],
  now: number,
): { to: BotState; reason: string } | null {
  const reason = stubborn(facts, now);
  if (reason !== null) return { to: 'attention', reason };
  if (shouldPause(recentResults(facts, views))) return { to: 'paused', reason: LOSING };
  const open = views.filter(({ of }) => !of.off);
  const isOver = open.length > 0 && open.every(({ idle }) => idle === 'finished');
  return isOver ? { to: 'stopping', reason: 'Its round is done.' } : null;
}
