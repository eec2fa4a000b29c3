import type { BotState } from '#contracts/rules/bot-states.ts';
import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';

const TEXTS: Record<BotState, string> = {
  draft: 'Saved.',
  waiting: 'Started: it waits for its price.',
  starting: 'Started: it makes its first purchase or sale, then places its orders.',
  running: 'Its orders are placed.',
  paused: 'Paused: nothing more is placed.',
  attention: 'It does not decide alone.',
  stopping: 'Stopping: its orders come down.',
  stopped: 'Stopped: its books are closed.',
};

/** What a change of state is called in its log. */
export const moveText = (to: BotState, reason: string | null): string =>
  reason === null ? TEXTS[to] : `${TEXTS[to]} ${reason}`;

/** Whether a line of its log says that it was paused. */
export const isPause = (text: string): boolean => text.startsWith(TEXTS.paused);

/** '12:04', UTC. */
export const TIME_OF_DAY = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** '14 min'; never longer than it is. */
export function ageText(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  return ms < 2 * HOUR ? `${Math.floor(ms / MINUTE)} min` : `${Math.floor(ms / HOUR)} h`;
}
