import * as z from 'zod/mini';
import { BotPlan, BotStop } from '#contracts/bot-settings.ts';
import type { BotRow } from '../bots.store.ts';

export const planOf = ({ plan }: Pick<BotRow, 'plan'>): BotPlan => z.decode(BotPlan, plan);
export const stopOf = ({ stop }: Pick<BotRow, 'stop'>): BotStop => z.decode(BotStop, stop);
