import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Bot,
  type BotAnswer,
  type BotDetail,
  type ChangeBot,
  changeBot,
  type CreateBot,
  createBot,
  deleteBot,
} from '#contracts/bots.ts';
import type { Market } from '#contracts/symbol.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { invalidateBotDetails, patchBot, removeBot } from './bots.live.ts';

const showError = (error: Error) => toast.error(sentenceOf(error));

/** The bot, shown wherever it is; an answer without one throws its sentence. */
export function acceptBot(client: QueryClient, { error, bot }: BotAnswer): Bot {
  if (bot) patchBot(client, bot);
  invalidateBotDetails(client);
  if (error !== null || !bot) throw new Error(error ?? 'Something went wrong');
  return bot;
}

export interface SaveBot {
  /** Null for a new one. */
  botId: string | null;
  create: CreateBot;
  change: ChangeBot;
}

/** Saves a draft: nothing is placed. */
export async function saveBot(client: QueryClient, { botId, create, change }: SaveBot): Promise<Bot> {
  const answer = botId
    ? await call(changeBot, { params: { botId }, json: change })
    : await call(createBot, { json: create });
  return acceptBot(client, answer);
}

export function useSaveBot(onSaved: (bot: Bot) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bot: SaveBot) => saveBot(client, bot),
    onSuccess: (bot) => {
      toast.success('Saved');
      onSaved(bot);
    },
    onError: showError,
  });
}

const copyOf = ({ plan, market, symbolName, mainUid, stop, startAt, copyKeys, name }: BotDetail): CreateBot => ({
  ...plan,
  market: market as Market,
  symbolName,
  mainUid,
  stop,
  startAt,
  copyKeys,
  name,
});

/** A new draft with the same settings. */
export function useCopyBot(onCopied: (bot: Bot) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bot: BotDetail) => {
      const create = copyOf({ ...bot, name: `${bot.name.slice(0, 34)}, copy` });
      return saveBot(client, { botId: null, create, change: {} });
    },
    onSuccess: (bot) => {
      toast.success('Copied');
      onCopied(bot);
    },
    onError: showError,
  });
}

/** At once; its toast offers to save it again. */
export function useDeleteBot(onDone: () => void) {
  const client = useQueryClient();
  const undo = (bot: BotDetail) => {
    saveBot(client, { botId: null, create: copyOf(bot), change: {} }).catch(showError);
  };
  return useMutation({
    mutationFn: ({ botId }: BotDetail) => call(deleteBot, { params: { botId } }),
    onSuccess: ({ error }, bot) => {
      if (error !== null) {
        toast.error(error);
        return;
      }
      removeBot(client, bot.botId);
      toast.success('Deleted successfully', { actions: [{ label: 'Undo', press: () => undo(bot) }] });
      onDone();
    },
    onError: showError,
  });
}
