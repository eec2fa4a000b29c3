import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const UserInfo = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  telegram: z.string(),
  iconIdx: z.number(),
  /** Whether the e-mail address is proven. */
  proven: z.boolean(),
  /** When a removal of two-factor that was asked for by mail takes effect, UTC epoch ms; null when none was. */
  twoFactorEndsAt: z.nullable(z.number()),
  /** Whether anything was ever ordered here; left out where it was not asked for. */
  traded: z.optional(z.boolean()),
});
export type UserInfo = z.output<typeof UserInfo>;

/** Not signed in: an empty object. With `passwordUrlHash` it is asked whether that recovery link is valid. */
export const getUser = endpoint({
  method: 'get',
  path: '/api/user',
  summary: 'The signed-in person; {} for a visitor. With passwordUrlHash: what is wrong with that recovery link',
  access: 'anyone',
  query: z.object({ passwordUrlHash: z.optional(z.string()) }),
  response: z.extend(z.partial(UserInfo), { error: z.optional(z.nullable(z.string())) }),
});

const text = (longest: number) =>
  z.string().check(z.maxLength(longest, `At most ${longest} characters.`), z.regex(/^[^\0]*$/, 'This is no text.'));

export const signUp = endpoint({
  method: 'post',
  path: '/api/user',
  summary: 'Sign up',
  access: 'anyone',
  json: z.strictObject({
    email: text(254),
    username: text(100),
    password: text(1024),
    passwordConfirmation: text(1024),
  }),
  response: z.object({ error: z.nullable(z.string()), email: z.nullable(z.string()) }),
});

/** The body may be a form or JSON; the spec's query string is taken as well. */
export const SignIn = z.object({
  j_email: text(254),
  j_password: text(1024),
  j_code: z.optional(text(64)),
  'remember-me': z.optional(z.union([z.boolean(), z.string()])),
});

export const signIn = endpoint({
  method: 'post',
  path: '/j_spring_security_check',
  summary: 'Sign in',
  access: 'anyone',
  json: SignIn,
  response: z.object({ authorized: z.boolean(), twoFactor: z.optional(z.boolean()) }),
});

export const logOut = endpoint({
  method: 'get',
  path: '/logout',
  summary: 'Log out; same-origin only',
  access: 'anyone',
  response: z.object({ authorized: z.boolean() }),
});
