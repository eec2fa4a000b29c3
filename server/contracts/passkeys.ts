import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const path = '/api/user/passkeys';
const WHY = 'A passkey opens your account by itself.';

/** Base64url, as WebAuthn's JSON has all of its bytes. */
const bytes = z.string().check(z.maxLength(32_768, 'This passkey is too large.'));
const extensions = z.record(z.string(), z.unknown());

/** What WebAuthn's toJSON() says of a new credential (RegistrationResponseJSON). */
const NewCredential = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string())),
  }),
  clientExtensionResults: extensions,
});

/** What it says of a known one (AuthenticationResponseJSON). */
export const PasskeyProof = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
  clientExtensionResults: extensions,
});
export type PasskeyProof = z.output<typeof PasskeyProof>;

/** What the browser's WebAuthn asks its authenticator for (…OptionsJSON). */
const Options = z.object({ options: z.record(z.string(), z.unknown()) });

export const listPasskeys = endpoint({
  method: 'get',
  path,
  summary: 'The passkeys of the account',
  access: 'person',
  response: z.object({
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.number(),
        usedAt: z.nullable(z.number()),
        /** Kept by a password manager and there on the person's other devices as well. */
        synced: z.boolean(),
      }),
    ),
  }),
});

export const beginPasskey = endpoint({
  method: 'post',
  path: `${path}/begin`,
  summary: 'Begin a new passkey: what navigator.credentials.create() is given',
  access: 'person',
  prove: WHY,
  confirm: true,
  response: Options,
});

export const addPasskey = endpoint({
  method: 'post',
  path,
  summary: 'Add the passkey that the browser made',
  access: 'person',
  prove: WHY,
  confirm: true,
  json: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1, 'Give it a name.'), z.maxLength(60, 'At most 60 characters.')),
    credential: NewCredential,
  }),
  response: z.object({ id: z.string() }),
});

export const removePasskey = endpoint({
  method: 'delete',
  path: `${path}/:id`,
  summary: 'Remove a passkey: it opens this account no longer',
  access: 'person',
  confirm: true,
  params: z.object({ id: z.string() }),
  response: z.object({ removed: z.literal(true) }),
});

export const challengePasskey = endpoint({
  method: 'post',
  path: `${path}/challenge`,
  summary: 'What navigator.credentials.get() is given, to sign in or to prove who one is',
  access: 'anyone',
  response: Options,
});

export const signInByPasskey = endpoint({
  method: 'post',
  path: `${path}/sign-in`,
  summary: 'Sign in with a passkey: it stands for password and second factor',
  access: 'anyone',
  json: z.strictObject({ passkey: PasskeyProof, 'remember-me': z.optional(z.boolean()) }),
  response: z.object({ authorized: z.boolean() }),
});
