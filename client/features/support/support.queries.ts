import { queryOptions } from '@tanstack/react-query';
import { getFaq } from '#contracts/support.ts';
import { call } from '../../lib/call.ts';

export const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => call(getFaq, { signal }),
  staleTime: 5 * 60_000,
});
