import type { BotType } from '../bot-settings.ts';
import type { BotEnding, BotStop } from '../bot-stop.ts';

/** What stops a bot by rule. */
export type StopReason = keyof Omit<BotStop, 'endings'>;

/** R-15, T-3: where its owner chose nothing else, coins are sold below a price and kept otherwise; an inverse grid keeps them. */
export const usualEnding = (reason: StopReason, type: BotType): BotEnding =>
  reason === 'below' && type !== 'inverse-grid' ? 'sell' : 'keep';
