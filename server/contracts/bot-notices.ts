import * as z from 'zod/mini';
import { type BotType, isDealsType } from './bot-settings.ts';
import { BOT_NOTICES, type BotNoticeKind as Kind, DEALS_ARE_OVER } from './rules/bot-notice-kinds.ts';

export const BotNoticeKind = z.enum(Object.keys(BOT_NOTICES) as [Kind, ...Kind[]]);

/** What a bot of a type can notify of, in the words of its switches. */
export function noticesOfType(type: BotType): { kind: Kind; label: string }[] {
  const ofDeals = isDealsType(type);
  const isOffered = (kind: Kind): boolean => {
    if (kind === 'outside') return !ofDeals && type !== 'basket';
    return kind !== 'rounds' || type !== 'basket';
  };
  return BotNoticeKind.options
    .filter(isOffered)
    .map((kind) => ({ kind, label: ofDeals && kind === 'rounds' ? DEALS_ARE_OVER : BOT_NOTICES[kind] }));
}

export const BotNotice = z.object({
  botId: z.string(),
  kind: BotNoticeKind,
  title: z.string(),
  text: z.string(),
});
export type BotNotice = z.output<typeof BotNotice>;
