import type { RoundsType } from '#contracts/bot-settings.ts';
import type { Draft } from './draft.ts';

/** Saved, and not traded by this version of the server. */
const TYPES: ReadonlySet<RoundsType> = new Set(['trend-grid', 'range']);

/** Why a bot with these fields can be saved and not started; null where it can. */
export function notYet(type: RoundsType, draft: Draft): string | null {
  if (TYPES.has(type)) return 'This type can be saved, and not started yet.';
  return draft['copyKeys']
    ? 'Bots do not run on copy keys yet: with them this one can be saved, and not started.'
    : null;
}
