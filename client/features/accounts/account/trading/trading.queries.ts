import { countBotOrders, getTrading } from '#contracts/trading.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';

/** The operator can switch trading off at any time. */
const POLL_MS = 15_000;

export const tradingQuery = queryOptions({
  queryKey: ['trading'],
  queryFn: ({ signal }) => call(getTrading, { signal }),
  refetchInterval: POLL_MS,
});

/** C-12: orders of bots that the switch would take down. */
export const botOrdersQuery = queryOptions({
  queryKey: ['trading', 'bot-orders'],
  queryFn: async ({ signal }) => (await call(countBotOrders, { signal })).resting,
});
