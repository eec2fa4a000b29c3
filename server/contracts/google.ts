import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Code } from './two-factor.ts';

/** Pages, not calls: the browser goes there, comes back from Google, and is sent on. */
export const GOOGLE_START = '/api/user/google';
export const GOOGLE_CALLBACK = '/api/user/google/callback';

/** How it ended, in the address of the page that the browser is sent back to (`?google=`). */
export const GoogleNotice = z.enum([
  'cancelled',
  'failed',
  /** Google does not vouch for the address. */
  'unverified',
  /** The address has an account that another Google account opens. */
  'other',
  /** The address has an account: its password comes first, linking after it. */
  'password',
  /** The account wants a code of its authenticator app. */
  'code',
  'linked',
  /** The Google account opens another person's account. */
  'taken',
  'confirmed',
  /** Another Google account than the one that opens this account. */
  'not-yours',
]);
export type GoogleNotice = z.output<typeof GoogleNotice>;

const json = z.strictObject({
  /** The page to come back to. */
  to: z.string().check(z.maxLength(2000, 'At most 2000 characters.')),
});
const response = z.object({ address: z.string() });

export const linkGoogle = endpoint({
  method: 'post',
  path: '/api/user/google/link',
  summary: "Begin to link a Google account: where to go, at Google's",
  access: 'person',
  prove: 'A linked Google account opens your account.',
  confirm: true,
  json,
  response,
});

export const confirmByGoogle = endpoint({
  method: 'post',
  path: '/api/user/google/confirm',
  summary: "Begin to prove who one is at Google's: where to go",
  access: 'person',
  json,
  response,
});

export const unlinkGoogle = endpoint({
  method: 'delete',
  path: '/api/user/google',
  summary: 'Unlink the Google account: it opens this account no longer',
  access: 'person',
  confirm: true,
  response: z.object({ unlinked: z.literal(true) }),
});

export const finishGoogle = endpoint({
  method: 'post',
  path: '/api/user/google/code',
  summary: 'The second step after Google: a code of the app, or a recovery code',
  access: 'anyone',
  json: z.strictObject({ code: Code }),
  response: z.object({ authorized: z.boolean() }),
});
