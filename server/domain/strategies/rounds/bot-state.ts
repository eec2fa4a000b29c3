import type { BotState } from '#contracts/rules/bot-states.ts';

const NEXT: Record<BotState, readonly BotState[]> = {
  draft: ['waiting', 'starting'],
  waiting: ['starting', 'stopped'],
  starting: ['running', 'attention', 'stopping'],
  running: ['paused', 'attention', 'stopping'],
  paused: ['running', 'stopping'],
  attention: ['running', 'stopping'],
  stopping: ['stopped'],
  stopped: [],
};

/** C-2: a move that is not listed cannot be written down. */
export const canMove = (from: BotState, to: BotState): boolean => NEXT[from].includes(to);

/** C-9: one that only waits for its price has nothing to take down. */
export const stopMove = (from: BotState): BotState => (from === 'waiting' ? 'stopped' : 'stopping');

/** C-8: its owner lets a run go on; one that is starting is not done with that yet. */
export const resumeMove = (from: BotState): BotState => (from === 'starting' ? from : 'running');
