import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BotEnding } from '#contracts/bot-stop.ts';
import {
  adoptBot,
  type Bot,
  type BotAnswer,
  type ChangeBot,
  changeBot,
  pauseBot,
  resumeBot,
  startBot,
  stopBot,
} from '#contracts/bots.ts';
import { changeLines, type PreviewLines } from '#contracts/bot-lines.ts';
import { endTwin, startTwin } from '#contracts/bot-trust.ts';
import { call, isUnreached } from '../../lib/call.ts';
import { newUuid } from '../../lib/new-uuid.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { invalidateBotDetails } from './bots.live.ts';
import { botDetail } from './bots.queries.ts';
import { acceptBot, saveBot, type SaveBot } from './bots.mutations.ts';

type Named = Pick<Bot, 'botId'>;
interface Done {
  text: string;
  onDone?: () => void;
  /** What else is read again before the call counts as done. */
  onSettled?: () => Promise<void>;
}

const showError = (error: Error) => toast.error(sentenceOf(error));

/** A call about a bot that runs; its answer is the bot as it stands then. */
function useRunCall<T>(ask: (value: T) => Promise<BotAnswer>, { text, onDone, onSettled }: Done) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (value: T) => acceptBot(client, await ask(value)),
    onSuccess: () => {
      toast.success(text);
      onDone?.();
    },
    onError: showError,
    onSettled: () => onSettled?.(),
  });
}

/** Idempotency keys: a press again after a lost answer is the same press. */
function useRequestKey() {
  const key = useRef(newUuid());
  return {
    headers: () => ({ 'Idempotency-Key': key.current }),
    renew: () => {
      key.current = newUuid();
    },
  };
}

export function useStopBot({ botId }: Named, onDone: () => void) {
  const { headers } = useRequestKey();
  return useRunCall((coins: BotEnding) => call(stopBot, { params: { botId }, json: { coins }, headers: headers() }), {
    text: 'Stopping',
    onDone,
  });
}

export const usePauseBot = ({ botId }: Named, onDone: () => void) =>
  useRunCall((takeDown: boolean) => call(pauseBot, { params: { botId }, json: { takeDown } }), {
    text: 'Paused',
    onDone,
  });

export const useResumeBot = ({ botId }: Named) =>
  useRunCall<void>(() => call(resumeBot, { params: { botId }, json: {} }), { text: 'Resumed' });

/** shown once the detail is read again. */
function useTwinCall(ask: () => Promise<{ error: string | null }>, text: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await ask();
      if (error !== null) throw new Error(error);
    },
    onSuccess: () => toast.success(text),
    onError: showError,
    onSettled: () => invalidateBotDetails(client),
  });
}

export const useStartTwin = ({ botId }: Named) =>
  useTwinCall(() => call(startTwin, { params: { botId }, json: {} }), 'Its twin begins');

export const useEndTwin = ({ botId }: Named) => useTwinCall(() => call(endTwin, { params: { botId } }), 'Twin ended');

export type AdoptChoice = 'put-back' | 'leave-out' | 'go-on';

export const useAdoptBot = ({ botId }: Named) =>
  useRunCall((choice: AdoptChoice) => call(adoptBot, { params: { botId }, json: { choice } }), { text: 'Done' });

/** C-20: what is shown of it then is the bot as it ends. */
export const useChangeLines = ({ botId }: Named, onDone: () => void) =>
  useRunCall((json: PreviewLines & { warned: boolean }) => call(changeLines, { params: { botId }, json }), {
    text: 'Its orders come down first',
    onDone,
  });

export function useChangeRun({ botId }: Named) {
  const client = useQueryClient();
  const { queryKey } = botDetail(botId);
  const change = async (json: ChangeBot): Promise<BotAnswer> => {
    const answer = await call(changeBot, { params: { botId }, json });
    // What it notifies of is no part of the answer, and reading it again may be held up by news of the bot.
    const { notices } = json;
    if (answer.error === null && notices) client.setQueryData(queryKey, (detail) => detail && { ...detail, notices });
    return answer;
  };
  return useRunCall(change, { text: 'Saved', onSettled: () => client.invalidateQueries({ queryKey }) });
}

export interface StartBot {
  save: SaveBot;
  /** The warnings that were shown are accepted. */
  warned: boolean;
}

/** Saves the bot, then starts it. What was saved before a start that failed is not made twice. */
export function useStartBot(onStarted: (bot: Bot) => void) {
  const client = useQueryClient();
  const { headers, renew } = useRequestKey();
  const kept = useRef<{ botId: string; text: string } | null>(null);
  const keep = async (save: SaveBot): Promise<string> => {
    const text = JSON.stringify(save);
    if (kept.current?.text !== text) {
      const { botId } = await saveBot(client, { ...save, botId: save.botId ?? kept.current?.botId ?? null });
      kept.current = { botId, text };
    }
    return kept.current.botId;
  };
  return useMutation({
    mutationFn: async ({ save, warned }: StartBot) => {
      const params = { botId: await keep(save) };
      return acceptBot(client, await call(startBot, { params, json: { warned }, headers: headers() }));
    },
    onSuccess: (bot) => {
      toast.success('Started');
      onStarted(bot);
    },
    onError: (error) => {
      if (!isUnreached(error)) renew();
      showError(error);
    },
  });
}
