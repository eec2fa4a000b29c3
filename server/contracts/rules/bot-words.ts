import type { BotState } from './bot-states.ts';

/** C-2: 'Active' until it has stopped, and what it does meanwhile. */
export const BOT_STATE_WORDS: Record<BotState, string> = {
  draft: 'Inactive',
  waiting: 'Active · waits',
  starting: 'Active · starting',
  running: 'Active · running',
  paused: 'Active · paused',
  attention: 'Active · needs you',
  stopping: 'Active · stopping',
  stopped: 'Inactive',
};
