import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const text = (longest: number) => z.string().check(z.maxLength(longest, `At most ${longest} characters.`));

export const resetPassword = endpoint({
  method: 'put',
  path: '/api/user/reset_password',
  summary: 'A mail with a recovery link; the answer is the same for an unknown address',
  access: 'anyone',
  json: z.strictObject({ userEmail: text(254) }),
  response: z.boolean(),
});

export const restorePassword = endpoint({
  method: 'put',
  path: '/api/user/restore_password',
  summary: 'A new password by a recovery link; false when the link is not valid',
  access: 'anyone',
  json: z.strictObject({ passwordUrlHash: text(100), password: text(1024), passwordConfirmation: text(1024) }),
  response: z.boolean(),
});

/** The spec's sentence for a link that is unknown, used or over. */
export const LINK_NOT_VALID = 'Recover link is not valid. Try to recover password again.';
