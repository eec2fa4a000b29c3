import * as z from 'zod/mini';
import { OtherWay } from './address.ts';
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
  json: z.strictObject({
    passwordUrlHash: text(100),
    password: text(1024),
    passwordConfirmation: text(1024),
    /** The ids of those of `checkRecovery` that stay; all others are removed. */
    keep: z.optional(z.array(text(400)).check(z.maxLength(100))),
    /** Ask for the removal of two-factor, which takes effect after 24 hours; false cancels one that was asked for. */
    removeTwoFactor: z.optional(z.boolean()),
  }),
  response: z.boolean(),
});

export const checkRecovery = endpoint({
  method: 'post',
  path: '/api/user/recovery',
  summary: 'What a reset with this recovery link removes; null when the link is not valid',
  access: 'anyone',
  json: z.strictObject({ passwordUrlHash: text(100) }),
  response: z.nullable(
    z.object({
      /** False: the address is proven by this reset, so that everything set before is removed. */
      mayKeep: z.boolean(),
      removes: z.array(OtherWay),
      signsOut: z.number(),
      /** Two-factor is on, and stays on. */
      twoFactor: z.boolean(),
      /** When its removal takes effect, where that was asked for; UTC epoch ms. */
      twoFactorEndsAt: z.nullable(z.number()),
    }),
  ),
});

/** The spec's sentence for a link that is unknown, used or over. */
export const LINK_NOT_VALID = 'Recover link is not valid. Try to recover password again.';
