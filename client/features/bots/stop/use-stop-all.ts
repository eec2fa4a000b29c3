import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type EndingBot, listEndings, stopBots } from '#contracts/bot-endings.ts';
import type { BotEnding } from '#contracts/bot-stop.ts';
import { call } from '../../../lib/call.ts';
import { counted } from '../../../lib/counted.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { invalidateBots } from '../bots.live.ts';
import { botsKey } from '../bots.queries.ts';

export interface StopAsked extends Pick<EndingBot, 'botId' | 'name'> {
  coins: BotEnding;
}
export interface StopOutcomes {
  stopping: number;
  failed: { botId: string; name: string; error: string }[];
}

export const botEndings = queryOptions({
  queryKey: [...botsKey, 'endings'],
  queryFn: async ({ signal }) => (await call(listEndings, { signal })).content,
  // Confirmed as shown: it does not change while it is read.
  staleTime: Infinity,
  gcTime: 0,
});

/** Stops the confirmed bots, each with its ending; done once all of them stop. */
export function useStopAll(onAllStop: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (asked: readonly StopAsked[]): Promise<StopOutcomes> => {
      const json = { bots: asked.map(({ botId, coins }) => ({ botId, coins })) };
      const { errors } = await call(stopBots, { json });
      const failed = asked.flatMap(({ botId, name }, nth) => {
        const error = errors[nth];
        return error ? [{ botId, name, error }] : [];
      });
      return { stopping: asked.length - failed.length, failed };
    },
    onSuccess: ({ stopping, failed }) => {
      if (failed.length > 0) return;
      toast.success(`Stopping ${counted(stopping, 'bot')}`);
      onAllStop();
    },
    onError: (error) => toast.error(`${sentenceOf(error)} Pressing again is safe: bots that stop stay so.`),
    onSettled: () => invalidateBots(client),
  });
}
