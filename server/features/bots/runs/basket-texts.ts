import type { Big } from 'big.js';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { TurnReason } from '../../../domain/strategies/basket/basket-facts.ts';
import type { Drift } from '../../../domain/strategies/basket/rebalance.ts';
import { moveText } from './run-texts.ts';

const MOVES: Partial<Record<BotState, string>> = {
  starting: 'Started: it buys and sells what its parts need.',
  running: 'It looks at its parts at each minute’s close.',
  stopping: 'Stopping: no more orders are sent for its parts.',
};

/** What a change of state is called in its log. */
export function basketMoveText(to: BotState, reason: string | null): string {
  const text = MOVES[to];
  if (text === undefined) return moveText(to, reason);
  return reason === null ? text : `${text} ${reason}`;
}

const percent = (fraction: Big): string => `${fraction.times(100).toFixed(2)}%`;

const WHYS: Record<TurnReason, string> = {
  start: 'Its first mix',
  threshold: 'A part has reached the threshold',
  time: 'Its time has come',
};

/** B-2: where its parts stand, and what is too small to be traded. */
export function turnText(
  { turn, why, leftOut }: { turn: number; why: TurnReason; leftOut: readonly string[] },
  drifts: readonly Drift[],
  counter: string,
): string {
  const parts = drifts
    .filter(({ weight, drift }) => weight.gt(0) || !drift.eq(0))
    .map(({ name, weight, drift }) => `${name || counter} ${percent(weight)} of ${percent(weight.minus(drift))}`);
  return [`Rebalancing ${turn}. ${WHYS[why]}: ${parts.join(', ')}.`, leftOutText(leftOut, counter) ?? []]
    .flat()
    .join(' ');
}

/** B-4: null where nothing is left out. */
export const leftOutText = (leftOut: readonly string[], counter: string): string | null =>
  leftOut.length === 0
    ? null
    : `Left out, too little for an order: ${leftOut.map((name) => name || counter).join(', ')}.`;
