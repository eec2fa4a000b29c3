import { queryOptions } from '@tanstack/react-query';
import { type Bot, getBot, listBots } from '#contracts/bots.ts';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';

export const botsKey = ['bots'] as const;

const TWIN_EVERY_MS = 5000;

export const botList = queryOptions({
  queryKey: [...botsKey, 'list'],
  queryFn: async ({ signal }): Promise<Bot[]> => (await call(listBots, { signal })).content,
  ...persistOffline,
});

export const botDetail = (botId: string) =>
  queryOptions({
    queryKey: [...botsKey, 'detail', botId],
    queryFn: ({ signal }) => call(getBot, { params: { botId }, signal }),
    // Until a twin was run for the first time.
    refetchInterval: ({ state: { data } }) =>
      data?.runs.some(({ twin }) => twin?.replay === null) ? TWIN_EVERY_MS : false,
    ...persistOffline,
  });
