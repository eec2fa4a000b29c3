import type { Big } from 'big.js';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { BotNoticeKind } from '#contracts/rules/bot-notice-kinds.ts';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import type { GridLevel } from './level.ts';
import type { RunLevel } from './run-facts.ts';

/** C-24: what is said of a move that its owner has not made. */
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
  isNotified: boolean;
}

type StayStep = { do: 'begin' } | { do: 'end' } | { do: 'notify' } | { do: 'wait'; until: number | null };

/** its owner is notified of a stay once, after an hour; the next one is another. */
export function stayStep({ since, isNotified }: Stay, isOutside: boolean, now: number): StayStep {
  if (!isOutside) return since === null ? { do: 'wait', until: null } : { do: 'end' };
  if (since === null) return { do: 'begin' };
  if (isNotified) return { do: 'wait', until: null };
  return now >= since + OUTSIDE_FOR ? { do: 'notify' } : { do: 'wait', until: since + OUTSIDE_FOR };
}

/** C-24: how many rounds are in the next notice, or when it is due; null where none is new. */
export function roundsStep(
  done: number,
  { notified, notifiedAt }: { notified: number; notifiedAt: number | null },
  now: number,
): { notify: number } | { until: number } | null {
  if (done <= notified) return null;
  const from = notifiedAt === null ? now : notifiedAt + MINUTE;
  return now >= from ? { notify: done - notified } : { until: from };
}
