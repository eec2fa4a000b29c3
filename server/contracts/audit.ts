import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PageText } from './symbol.ts';

/** Everything of an account that is written down for good. */
export const AuditKind = z.enum([
  'signed-up',
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-ended',
  'password-changed',
  'password-reset',
  'address-proven',
  'two-factor-on',
  'two-factor-off',
  'two-factor-removal-asked',
  'two-factor-removal-near',
  'two-factor-removed',
  'two-factor-kept',
  'recovery-codes-made',
  'recovery-code-used',
  'codes-guessed',
  'passkey-added',
  'passkey-removed',
  'google-linked',
  'google-unlinked',
  'profile-changed',
  'telegram-linked',
  'telegram-unlinked',
  'bots-stopped',
  'push-device-added',
  'push-device-removed',
  'data-exported',
  'key-added',
  'key-changed',
  'key-removed',
  'key-disabled',
  'key-enabled',
  'main-key-changed',
  'order-placed',
  'order-changed',
  'targets-changed',
  'block-closed',
  'part-closed',
  'blocks-joined',
  'block-split',
  'block-removed',
  'copy-retried',
  'trading-off',
  'trading-on',
  'limits-changed',
  'loss-limit-changed',
  'loss-limit-reached',
  'hook-added',
  'hook-changed',
  'hook-removed',
  'hook-token-made',
  'hook-secret-made',
  'hook-live',
  'hook-dry',
  'hook-paused',
  'signal-acted',
  'signal-refused',
  'signal-alert',
  'webhook-added',
  'webhook-changed',
  'webhook-removed',
  'webhook-secret-made',
  'webhook-off',
  'token-added',
  'token-removed',
]);
export type AuditKind = z.output<typeof AuditKind>;

/** What else is known of it: names and figures, never a secret. */
export const AuditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditDetails = z.output<typeof AuditDetails>;

export const AuditEvent = z.object({
  /** From 1, without gaps. */
  seq: z.number(),
  kind: AuditKind,
  details: AuditDetails,
  /** UTC epoch ms. */
  at: z.number(),
});
export type AuditEvent = z.output<typeof AuditEvent>;

/** What a stored secret is opened for. */
export const SecretPurpose = z.enum(['trading', 'balances', 'check', 'code']);
export type SecretPurpose = z.output<typeof SecretPurpose>;

/** The uses of one secret for one purpose within an hour. */
export const SecretUse = z.object({
  /** Null for the secret of the authenticator app. */
  keyUid: z.nullable(z.uuid()),
  /** Of the key, also of one that was deleted. */
  keyName: z.nullable(z.string()),
  purpose: SecretPurpose,
  uses: z.number(),
  /** UTC epoch ms. */
  firstAt: z.number(),
  lastAt: z.number(),
  /** False while the hour goes on: more uses are counted when it is over. */
  final: z.boolean(),
});
export type SecretUse = z.output<typeof SecretUse>;

export const listSecretUses = endpoint({
  method: 'get',
  path: '/api/user/audit/secrets',
  summary: 'What stored secrets were opened for, by secret, purpose and hour, newest first, ten a page',
  access: 'person',
  query: z.object({ page: z.optional(PageText) }),
  response: z.object({
    content: z.array(SecretUse),
    totalRecords: z.number(),
    pageNumber: z.number(),
    lastPageNumber: z.number(),
    /** Every use is as it was written, and none is missing. */
    intact: z.boolean(),
  }),
});

export const listAuditEvents = endpoint({
  method: 'get',
  path: '/api/user/audit',
  summary: 'What happened to the account, newest first, ten a page',
  access: 'person',
  query: z.object({ page: z.optional(PageText) }),
  response: z.object({
    content: z.array(AuditEvent),
    totalRecords: z.number(),
    pageNumber: z.number(),
    lastPageNumber: z.number(),
    /** Every event is as it was written, and none is missing. */
    intact: z.boolean(),
  }),
});
