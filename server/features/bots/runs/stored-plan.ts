import * as z from 'zod/mini';
import { type BotNoticeKind, USUAL_NOTICES } from '#contracts/rules/bot-notice-kinds.ts';
import { AnyPlan, type BasketPlan, BotPlan } from '#contracts/bot-settings.ts';
import { BotStop } from '#contracts/bot-stop.ts';
import type { BotRow } from '../bots.store.ts';
import type { RunRow } from './runs.store.ts';

export const anyPlanOf = ({ plan }: Pick<BotRow, 'plan'>): AnyPlan => z.decode(AnyPlan, plan);

/** Of a bot that works in rounds. */
export function planOf({ plan }: Pick<BotRow, 'plan'>): BotPlan {
  if (plan.type === 'basket') throw new TypeError('A basket does not work in rounds.');
  return z.decode(BotPlan, plan);
}

export const isBasket = ({ plan }: Pick<BotRow, 'plan'>): boolean => plan.type === 'basket';

export function basketPlanOf(bot: Pick<BotRow, 'plan'>): BasketPlan {
  const plan = anyPlanOf(bot);
  if (plan.type !== 'basket') throw new TypeError('This bot is no basket.');
  return plan;
}

export const stopOf = ({ stop }: Pick<BotRow, 'stop'>): BotStop => z.decode(BotStop, stop);

/** C-24. */
export const noticesOf = ({ notices }: Pick<BotRow, 'notices'>): readonly BotNoticeKind[] => notices ?? USUAL_NOTICES;

/** T-5: as they stand for one run, whose lower stop may have moved with its lines. */
export function stopOfRun({ run, bot }: { run: Pick<RunRow, 'stopMoved'>; bot: Pick<BotRow, 'stop'> }): BotStop {
  const stop = stopOf(bot);
  return run.stopMoved && stop.below ? { ...stop, below: stop.below.plus(run.stopMoved) } : stop;
}
