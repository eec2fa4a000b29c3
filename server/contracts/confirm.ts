import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PasskeyProof } from './passkeys.ts';
import { Code } from './two-factor.ts';

const isOneProof = (proof: object) => Object.values(proof).filter((value) => value !== undefined).length === 1;

export const confirmIdentity = endpoint({
  method: 'post',
  path: '/api/user/confirm',
  summary: 'Prove anew who you are; calls that ask for it are then answered for five minutes',
  access: 'person',
  json: z
    .strictObject({
      password: z.optional(z.string().check(z.maxLength(1024, 'At most 1024 characters.'))),
      /** Of the authenticator app. */
      code: z.optional(Code),
      passkey: z.optional(PasskeyProof),
    })
    .check(z.refine(isOneProof, 'Send your password, a code or a passkey.')),
  response: z.object({ confirmed: z.literal(true) }),
});

export const getProofs = endpoint({
  method: 'get',
  path: '/api/user/confirm',
  summary: 'How the person can prove who they are, and sign in',
  access: 'person',
  response: z.object({ password: z.boolean(), code: z.boolean(), passkey: z.boolean(), google: z.boolean() }),
});
