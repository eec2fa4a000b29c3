import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const FaqEntry = z.object({
  /** In the address of a deep link: /faq#what-is-tandem. */
  id: z.string(),
  title: z.string(),
  /** Paragraphs with an empty line between; lines that begin with '- ' are a list. */
  content: z.string(),
});
export type FaqEntry = z.output<typeof FaqEntry>;

export const FaqGroup = z.object({ id: z.string(), title: z.string(), entries: z.array(FaqEntry) });
export type FaqGroup = z.output<typeof FaqGroup>;

/** Public and the same for everybody: the worker keeps it for reading offline. */
export const getFaq = endpoint({
  method: 'get',
  path: '/api/faq',
  summary: 'Questions and answers, by group',
  access: 'anyone',
  response: z.object({ groups: z.array(FaqGroup) }),
});
