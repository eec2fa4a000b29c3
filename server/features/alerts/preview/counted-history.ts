import type { ConditionRow } from '../conditions/condition-row.ts';
import { barsNeeded, type History } from '../conditions/history.ts';
import { hoursBefore, type Past } from './kept-past.ts';
import { pathsOf, stepsOf } from './kept-prices.ts';

interface Counted {
  history: History;
  /** UTC epoch ms; null where its exchange has not enough for that yet. */
  since: number | null;
}

/**
 * What an alert is run through, and since when it counts. A line is decided on hours where there are no minutes; an hour
 * would be taken for a move within a shorter window, so that moves count since the first minute.
 */
export function countedHistory(past: Past, row: ConditionRow, history: History): Counted {
  const { condition } = row;
  const { prices, bars } = history;
  if (condition.kind === 'trendline') {
    const hours = pathsOf(stepsOf(hoursBefore(past, prices)));
    return { history: { ...history, prices: [...hours, ...prices] }, since: past.since };
  }
  if (condition.kind === 'percent-move') {
    const isWhole = hoursBefore(past, prices).length === 0;
    return { history, since: isWhole ? past.since : (prices[0]?.openTime ?? null) };
  }
  const { interval } = condition;
  const first = bars.get(interval)?.[(barsNeeded([row]).get(interval) ?? 1) - 1];
  return { history, since: first ? Math.max(first.openTime, past.span.from) : null };
}
