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

export const hookSignals = (hookId: string, page: number) =>
  queryOptions({
    queryKey: [...hooksKey, 'signals', hookId, page],
    queryFn: ({ signal }) => call(listHookSignals, { params: { hookId }, query: { page }, signal }),
    refetchInterval: LOOK_EVERY,
    ...persistOffline,
  });
