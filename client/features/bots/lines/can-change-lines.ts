import type { BotDetail } from '#contracts/bots.ts';

const STATES: ReadonlySet<BotDetail['state']> = new Set(['running', 'paused']);
const TYPES: ReadonlySet<BotDetail['type']> = new Set(['grid', 'imbalance-grid', 'trend-grid']);

/** C-20: a grid that earns the counter currency goes on with other lines. */
export const canChangeLines = ({ type, state }: Pick<BotDetail, 'type' | 'state'>): boolean =>
  TYPES.has(type) && STATES.has(state);
