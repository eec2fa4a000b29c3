import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const path = '/api/user/two-factor';

/** A code of the app, or a recovery code. */
export const Code = z
  .string()
  .check(z.trim(), z.minLength(1, 'Type the code.'), z.maxLength(64, 'At most 64 characters.'));

/** Shown once, each works once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getTwoFactor = endpoint({
  method: 'get',
  path,
  summary: 'Two-factor authentication: on since when (null: off), and how many recovery codes are left',
  access: 'person',
  response: z.object({ since: z.nullable(z.number()), recoveryCodesLeft: z.number() }),
});

export const keepTwoFactor = endpoint({
  method: 'delete',
  path: `${path}/removal`,
  summary: 'Keep two-factor authentication: cancel the removal that was asked for by mail',
  access: 'person',
  response: z.object({ kept: z.boolean() }),
});

export const keepTwoFactorByLink = endpoint({
  method: 'post',
  path: `${path}/removal/cancel`,
  summary: 'The same with the link of the mail that announced the removal; false when the link is not valid',
  access: 'anyone',
  json: z.strictObject({ token: z.string().check(z.maxLength(200, 'At most 200 characters.')) }),
  response: z.boolean(),
});

/** For the authenticator app: base32, an otpauth address, and the same as a picture (data URI). Shown once. */
const Setup = z.object({ secret: z.string(), uri: z.string(), qr: z.string() });
export type TwoFactorSetup = z.output<typeof Setup>;

export const turnTwoFactorOn = endpoint({
  method: 'post',
  path,
  summary: 'Without a code: begin, the secret for the app. With one: turn on, the recovery codes',
  access: 'person',
  prove: 'Two-factor authentication changes how you sign in.',
  confirm: true,
  json: z.strictObject({ code: z.optional(Code) }),
  response: z.union([Setup, RecoveryCodes]),
});

export const turnTwoFactorOff = endpoint({
  method: 'delete',
  path,
  summary: 'Turn two-factor authentication off',
  access: 'person',
  confirm: true,
  response: z.object({ since: z.null() }),
});

export const makeRecoveryCodes = endpoint({
  method: 'post',
  path: `${path}/recovery-codes`,
  summary: 'Ten new recovery codes; the ones before are void',
  access: 'person',
  confirm: true,
  response: RecoveryCodes,
});
