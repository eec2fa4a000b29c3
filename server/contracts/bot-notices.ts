import * as z from 'zod/mini';
import { BOT_NOTICES, type BotNoticeKind as Kind } from './rules/bot-notice-kinds.ts';

export const BotNoticeKind = z.enum(Object.keys(BOT_NOTICES) as [Kind, ...Kind[]]);

export const BotNotice = z.object({
  botId: z.string(),
  kind: BotNoticeKind,
  title: z.string(),
  text: z.string(),
});
export type BotNotice = z.output<typeof BotNotice>;
