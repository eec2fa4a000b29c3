import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAuditEvents, listSecretUses } from '#contracts/audit.ts';
import { call } from '../../../../lib/call.ts';

/** The previous page stays visible until the next one arrives. */
export const activityPage = (page: number) =>
  queryOptions({
    queryKey: ['activity', page],
    queryFn: ({ signal }) => call(listAuditEvents, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export const secretUsesPage = (page: number) =>
  queryOptions({
    queryKey: ['activity', 'secrets', page],
    queryFn: ({ signal }) => call(listSecretUses, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
