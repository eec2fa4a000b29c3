import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { BotNotice } from '#contracts/bot-notices.ts';
import { isUrgent } from '#contracts/rules/bot-notice-kinds.ts';
import type { Bot } from '#contracts/bots.ts';
import { toast } from '../../ui/toast.ts';
import { botDetail, botList, botsKey } from './bots.queries.ts';

/** In its place; a new one first. */
export function withBot(bots: readonly Bot[], bot: Bot): Bot[] {
  const isKnown = bots.some(({ botId }) => botId === bot.botId);
  return isKnown ? bots.map((one) => (one.botId === bot.botId ? bot : one)) : [bot, ...bots];
}

/** An answer that is on its way may be older than what has just come. */
function readAnew(client: QueryClient, queryKey: QueryKey): void {
  const query = { queryKey, exact: true };
  if (client.isFetching(query) > 0) void client.invalidateQueries(query);
}

/** Its card, and what an open detail has of it; its levels and deals are read again. */
export function patchBot(client: QueryClient, bot: Bot): void {
  const { queryKey } = botDetail(bot.botId);
  client.setQueryData(botList.queryKey, (bots) => bots && withBot(bots, bot));
  client.setQueryData(queryKey, (detail) => detail && { ...detail, ...bot });
  for (const changed of [botList.queryKey, queryKey]) readAnew(client, changed);
}

export function removeBot(client: QueryClient, botId: string): void {
  client.setQueryData(botList.queryKey, (bots) => bots?.filter((bot) => bot.botId !== botId));
  client.removeQueries({ queryKey: botDetail(botId).queryKey });
}

/** What an open detail shows besides the card. */
export function invalidateBotDetails(client: QueryClient): void {
  for (const part of ['detail', 'deals', 'why']) void client.invalidateQueries({ queryKey: [...botsKey, part] });
}

/** C-24: on every page, whatever it shows. */
export function announceBot(client: QueryClient, { botId, kind, title, text }: BotNotice): void {
  const show = kind === 'needs-you' ? toast.error : isUrgent(kind) ? toast.warning : toast.success;
  show(`${title}. ${text}`, { id: `bot ${botId} ${kind}` });
  invalidateBots(client);
}

export const invalidateBots = (client: QueryClient): void => void client.invalidateQueries({ queryKey: botsKey });
