import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FAQ_PATH } from './rules/public-paths.ts';
import { messageFault, replyFault } from './rules/contact.ts';

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

/** Public and the same for everyone: the worker keeps it for reading offline. */
export const getFaq = endpoint({
  method: 'get',
  path: FAQ_PATH,
  summary: 'Questions and answers, by group',
  access: 'anyone',
  scopes: ['read', 'alerts', 'trade'],
  response: z.object({ groups: z.array(FaqGroup) }),
});

export const ContactChannel = z.enum(['telegram', 'email'], 'Choose how we should reply: by Telegram or by e-mail.');
export type ContactChannel = z.output<typeof ContactChannel>;

/** A multipart form carries line ends as CR LF. */
const said = z.overwrite<string>((text) => text.replaceAll('\r\n', '\n').trim());

const isFile = (value: unknown): boolean => typeof value === 'object' && value !== null;

const Contact = z
  .strictObject(
    {
      channel: ContactChannel,
      about: z._default(z.enum(['question', 'donation']), 'question'),
      replyTo: z.string().check(said),
      message: z.string().check(said),
      /** A picture of at most 5 MB: png, jpeg or jpg by what it holds, whatever its name says. */
      photo: z.optional(z.custom<object>(isFile, 'Send the photo as a file.')),
    },
    'Send channel, replyTo and message, and about and photo where there is need; nothing else.',
  )
  .check((context) => {
    const { channel, replyTo, message } = context.value;
    const faults = { replyTo: replyFault(channel, replyTo), message: messageFault(message) };
    for (const [field, fault] of Object.entries(faults))
      if (fault !== null) context.issues.push({ code: 'custom', input: context.value, path: [field], message: fault });
  });

/** The message is written down before this is answered, and passed on to the operator from there. */
export const sendContact = endpoint({
  method: 'post',
  path: '/api/contact',
  summary: 'A message to the operator, with a picture if need be; three an hour',
  access: 'anyone',
  form: Contact,
  response: z.object({ accepted: z.literal(true) }),
});
