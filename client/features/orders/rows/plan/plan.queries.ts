import { queryOptions } from '@tanstack/react-query';
import { type ExitPlanRequest, previewPlan } from '#contracts/exit-plans.ts';
import { call } from '../../../../lib/call.ts';

/** What is refused may be taken as the market moves. */
const REFUSED_MS = 3000;

/** What a plan would make of a block; null asks nothing. */
export const planPreview = (request: ExitPlanRequest | null) =>
  queryOptions({
    queryKey: ['plan preview', JSON.stringify(request)],
    queryFn: ({ signal }) => (request ? call(previewPlan, { json: request, signal }) : null),
    enabled: request !== null,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.errorMessage ? REFUSED_MS : false),
    staleTime: 0,
    gcTime: 0,
  });
