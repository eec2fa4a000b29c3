import { queryOptions } from '@tanstack/react-query';
import { getFaq } from '#contracts/support.ts';
import { call } from '../../lib/call.ts';
import { MINUTE_MS } from '../../lib/durations.ts';

export const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => call(getFaq, { signal }),
  staleTime: 5 * MINUTE_MS,
});
