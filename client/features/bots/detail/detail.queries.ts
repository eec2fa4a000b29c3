import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listBotDeals, listBotEvents } from '#contracts/bot-record.ts';
import { call } from '../../../lib/call.ts';
import { botsKey } from '../bots.queries.ts';

/** As many as the server gives at once. */
export const PAGE = 50;

export const botDeals = (botId: string, page: number) =>
  queryOptions({
    queryKey: [...botsKey, 'deals', botId, page],
    queryFn: ({ signal }) => call(listBotDeals, { params: { botId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export const botEvents = (botId: string, page: number) =>
  queryOptions({
    queryKey: [...botsKey, 'why', botId, page],
    queryFn: ({ signal }) => call(listBotEvents, { params: { botId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
