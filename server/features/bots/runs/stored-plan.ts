import * as z from 'zod/mini';
import { type BotNoticeKind, USUAL_NOTICES } from '#contracts/rules/bot-notice-kinds.ts';
import { BotPlan, BotStop } from '#contracts/bot-settings.ts';
import type { BotRow } from '../bots.store.ts';
import type { RunRow } from './runs.store.ts';

export const planOf = ({ plan }: Pick<BotRow, 'plan'>): BotPlan => z.decode(BotPlan, plan);
export const stopOf = ({ stop }: Pick<BotRow, 'stop'>): BotStop => z.decode(BotStop, stop);

/** C-24. */
export const noticesOf = ({ notices }: Pick<BotRow, 'notices'>): readonly BotNoticeKind[] => notices ?? USUAL_NOTICES;

/** T-5: as they stand for one run, whose lower stop may have moved with its lines. */
export function stopOfRun({ run, bot }: { run: Pick<RunRow, 'stopMoved'>; bot: Pick<BotRow, 'stop'> }): BotStop {
  const stop = stopOf(bot);
  return run.stopMoved && stop.below ? { ...stop, below: stop.below.plus(run.stopMoved) } : stop;
}
