import type { BotDetail } from '#contracts/bots.ts';

const STATES: ReadonlySet<BotDetail['state']> = new Set(['running', 'paused']);
const TYPES: ReadonlySet<BotDetail['type']> = new Set([
  'grid',
  'imbalance-grid',
  'trend-grid',
  'inverse-grid',
  'steps',
  'levels',
  'range',
]);

/** C-20: a bot that trades levels again and again goes on with other ones. */
export const canChangeLines = ({ type, state }: Pick<BotDetail, 'type' | 'state'>): boolean =>
  TYPES.has(type) && STATES.has(state);
