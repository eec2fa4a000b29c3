import * as z from 'zod/mini';
import { UserInfo } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { AVATARS, telegramHandle } from './rules/profile.ts';
import { NAME_MISSING } from './rules/sign-up.ts';

const NO_SUCH_ICON = `Choose one of the ${AVATARS} icons.`;

export const Username = z
  .string()
  .check(z.trim(), z.minLength(1, NAME_MISSING), z.maxLength(100, 'At most 100 characters.'));

/** Kept bare, however it was written; empty is none. */
export const Telegram = z
  .string()
  .check(
    z.maxLength(200, 'At most 200 characters.'),
    z.overwrite(telegramHandle),
    z.regex(/^\w{0,32}$/, 'A Telegram name has up to 32 letters, digits and underscores.'),
  );

const Password = z.string().check(z.maxLength(1024, 'At most 1024 characters.'));

const ONE_FIELD = 'Send username, telegram or iconIdx alone, or password with passwordConfirmation.';

const ProfileChange = z
  .strictObject(
    {
      username: z.optional(Username),
      telegram: z.optional(Telegram),
      iconIdx: z.optional(z.int(NO_SUCH_ICON).check(z.gte(1, NO_SUCH_ICON), z.lte(AVATARS, NO_SUCH_ICON))),
      password: z.optional(Password),
      passwordConfirmation: z.optional(Password),
    },
    ONE_FIELD,
  )
  .check(
    z.refine((change) => {
      const names = Object.keys(change);
      const isPassword = change.password !== undefined && change.passwordConfirmation !== undefined;
      return isPassword ? names.length === 2 : names.length === 1 && !names[0]?.startsWith('password');
    }, ONE_FIELD),
  );

/** A new password asks for a fresh proof of identity, and ends every other session. The e-mail stays. */
export const changeProfile = endpoint({
  method: 'put',
  path: '/api/user',
  summary: 'Change one field of the profile, or the password',
  access: 'person',
  json: ProfileChange,
  response: UserInfo,
});
