import { queryOptions } from '@tanstack/react-query';
import { type Hook, listHooks, listHookSignals } from '#contracts/hooks.ts';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';

export const hooksKey = ['hooks'] as const;
/** Signals come from elsewhere: while the page is open it looks again, ms. */
const LOOK_EVERY = 3000;

export const hookList = queryOptions({
  queryKey: [...hooksKey, 'list'],
  queryFn: async ({ signal }): Promise<Hook[]> => (await call(listHooks, { signal })).content,
  refetchInterval: LOOK_EVERY,
  ...persistOffline,
});

/** A page of a hook's log, or the page that a signal is on. */
export const hookSignals = (hookId: string, query: { page: number } | { signal: string }) =>
  queryOptions({
    queryKey: [...hooksKey, 'signals', hookId, query],
    queryFn: ({ signal }) => call(listHookSignals, { params: { hookId }, query, signal }),
    refetchInterval: LOOK_EVERY,
    ...persistOffline,
  });
