import type { BotDetail } from '#contracts/bots.ts';
import { CHANGING_LINES } from '#contracts/rules/changing-lines.ts';

const STATES: ReadonlySet<BotDetail['state']> = new Set(['running', 'paused']);
const TYPES: ReadonlySet<BotDetail['type']> = new Set(CHANGING_LINES);

export const canChangeLines = ({ type, state }: Pick<BotDetail, 'type' | 'state'>): boolean =>
  TYPES.has(type) && STATES.has(state);
