import type { Big } from 'big.js';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { BotNoticeKind } from '#contracts/rules/bot-notice-kinds.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { GridLevel } from './level.ts';
import type { RunLevel } from './run-facts.ts';

/** C-24: what is told of a move that its owner has not made. */
export function noticeOfMove(from: BotState, to: BotState, isLate: boolean): BotNoticeKind | null {
  if (from === 'starting' && to === 'running') return 'started';
  if (to === 'attention') return 'needs-you';
  if (to === 'paused') return 'paused';
  const isStop = to === 'stopping' || (from === 'waiting' && to === 'stopped');
  if (!isStop) return null;
  return isLate ? 'late' : 'stopped';
}

/** beyond which end of its lines the price is; null between them. */
export function outsideOf(levels: readonly Pick<RunLevel, 'level' | 'off'>[], last: Big): 'under' | 'above' | null {
  const lines = levels
    .filter(({ off }) => off !== 'replaced' && off !== 'given-up')
    .map(({ level }): GridLevel => level);
  if (lines.length === 0) return null;
  if (lines.every(({ buyPrice }) => last.lt(buyPrice))) return 'under';
  return lines.every(({ sellPrice }) => last.gt(sellPrice)) ? 'above' : null;
}

const OUTSIDE_FOR = HOUR;

/** What is known of a stay outside the lines, UTC epoch ms. */
interface Stay {
  since: number | null;
  isTold: boolean;
}

type StayStep = { do: 'begin' } | { do: 'end' } | { do: 'tell' } | { do: 'wait'; until: number | null };

/** a stay is told once, after an hour; the next one is another. */
export function stayStep({ since, isTold }: Stay, isOutside: boolean, now: number): StayStep {
  if (!isOutside) return since === null ? { do: 'wait', until: null } : { do: 'end' };
  if (since === null) return { do: 'begin' };
  if (isTold) return { do: 'wait', until: null };
  return now >= since + OUTSIDE_FOR ? { do: 'tell' } : { do: 'wait', until: since + OUTSIDE_FOR };
}

/** C-24: rounds that are told together, and when; null where none is new. */
export function roundsStep(
  done: number,
  { told, toldAt }: { told: number; toldAt: number | null },
  now: number,
): { tell: number } | { until: number } | null {
  if (done <= told) return null;
  const from = toldAt === null ? now : toldAt + MINUTE;
  return now >= from ? { tell: done - told } : { until: from };
}
