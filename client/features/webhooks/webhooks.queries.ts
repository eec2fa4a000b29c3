import { queryOptions } from '@tanstack/react-query';
import { listWebhookDeliveries, listWebhooks, type Webhook } from '#contracts/webhooks.ts';
import { call } from '../../lib/call.ts';
import { persistOffline } from '../../lib/offline/offline-options.ts';

export const webhooksKey = ['webhooks'] as const;
/** Deliveries go on by themselves: while the page is open it looks again, ms. */
const LOOK_EVERY = 4000;

export const webhookList = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: async ({ signal }): Promise<Webhook[]> => (await call(listWebhooks, { signal })).content,
  refetchInterval: LOOK_EVERY,
  ...persistOffline,
});

export const webhookDeliveries = (webhookId: string, page: number) =>
  queryOptions({
    queryKey: [...webhooksKey, 'deliveries', webhookId, page],
    queryFn: ({ signal }) => call(listWebhookDeliveries, { params: { webhookId }, query: { page }, signal }),
    refetchInterval: LOOK_EVERY,
    ...persistOffline,
  });
