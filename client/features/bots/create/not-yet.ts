import type { RoundsType } from '#contracts/bot-settings.ts';

/** Saved, and not traded by this version of the server. */
const TYPES: ReadonlySet<RoundsType> = new Set(['trend-grid']);

/** Why a bot of this type can be saved and not started; null where it can. */
export const notYet = (type: RoundsType): string | null =>
  TYPES.has(type) ? 'This type can be saved, and not started yet.' : null;
