import { getTrading } from '#contracts/trading.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';

/** The operator may switch it at any time, on any server. */
const LOOK_EVERY = 15_000;

export const tradingQuery = queryOptions({
  queryKey: ['trading'],
  queryFn: ({ signal }) => call(getTrading, { signal }),
  refetchInterval: LOOK_EVERY,
});
