import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const PATH = '/api/user/address';

/** What opens the account, or hears from it, besides the password. */
export const OtherWay = z.object({
  /** Names it in `keep` of a reset: 'passkey:…', 'google', 'telegram', 'device:…'. */
  id: z.string(),
  kind: z.enum(['passkey', 'google', 'telegram', 'device']),
  /** What it is called: a passkey's name, '@ada', 'Chrome on Android'. */
  name: z.nullable(z.string()),
  /** Since when, UTC epoch ms, where that is known. */
  at: z.nullable(z.number()),
});
export type OtherWay = z.output<typeof OtherWay>;

export const AddressState = z.object({
  email: z.string(),
  proven: z.boolean(),
  /** The site has no mail server: its mails lie in the folder `outbox` of DATA_DIR. */
  outbox: z.boolean(),
  /** What the first proof removes. */
  removes: z.array(OtherWay),
  /** How many other browsers it signs out. */
  signsOut: z.number(),
});
export type AddressState = z.output<typeof AddressState>;

export const getAddress = endpoint({
  method: 'get',
  path: PATH,
  summary: 'Whether the e-mail address is proven, and what its first proof removes',
  access: 'person',
  response: AddressState,
});

export const sendProof = endpoint({
  method: 'post',
  path: `${PATH}/send`,
  summary: 'Send a new code and link to the address; the newest three stay valid',
  access: 'person',
  json: z.strictObject({}),
  response: AddressState,
});

const isOne = ({ code, token }: { code?: string | undefined; token?: string | undefined }) =>
  (code === undefined) !== (token === undefined);

export const proveAddress = endpoint({
  method: 'post',
  path: `${PATH}/prove`,
  summary: 'Prove the address with the code or the link of the mail; what others set before is removed',
  access: 'person',
  json: z
    .strictObject({
      code: z.optional(z.string().check(z.regex(/^\s*\d{4}\s?\d{4}\s*$/, 'The code has eight digits.'))),
      token: z.optional(z.string().check(z.maxLength(100, 'At most 100 characters.'))),
    })
    .check(z.refine(isOne, 'Send the code or the token of the link.')),
  response: z.object({ error: z.nullable(z.string()) }),
});
