import { queryOptions } from '@tanstack/react-query';
import { type Bot, getBot, listBots } from '#contracts/bots.ts';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';

export const botsKey = ['bots'] as const;

export const botList = queryOptions({
  queryKey: [...botsKey, 'list'],
  queryFn: async ({ signal }): Promise<Bot[]> => (await call(listBots, { signal })).content,
  ...persistOffline,
});

export const botDetail = (botId: string) =>
  queryOptions({
    queryKey: [...botsKey, 'detail', botId],
    queryFn: ({ signal }) => call(getBot, { params: { botId }, signal }),
    ...persistOffline,
  });
