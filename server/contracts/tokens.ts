import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { TOKEN_SCOPES } from './rules/token-scopes.ts';
import { PageText } from './symbol.ts';

export const TokenScopes = z.array(z.enum(TOKEN_SCOPES, `A scope is one of ${TOKEN_SCOPES.join(', ')}.`)).check(
  z.minLength(1, 'Choose what the token may do: read, alerts, trade.'),
  z.refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope once.'),
);

/** A key to this site for one's own programs. Times are UTC epoch ms. */
export const ApiToken = z.object({
  tokenId: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: z.number(),
  /** Null: until it is removed. */
  expiresAt: z.nullable(z.number()),
  /** Null: never. */
  lastUsedAt: z.nullable(z.number()),
  lastAddress: z.nullable(z.string()),
});
export type ApiToken = z.output<typeof ApiToken>;

/** The calls of one kind from one address within an hour. */
const TokenUse = z.object({
  /** 'GET /api/bots/:botId'; `LIVE /websocket-url` for the live channel. */
  call: z.string(),
  address: z.string(),
  /** False where the token lacked the scope. */
  allowed: z.boolean(),
  count: z.number(),
  /** UTC epoch ms. */
  firstAt: z.number(),
  lastAt: z.number(),
});
export type TokenUse = z.output<typeof TokenUse>;

export const CreateToken = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Give it a name.'), z.maxLength(60, 'At most 60 characters.')),
  scopes: TokenScopes,
  /** UTC epoch ms; left out or null: until it is removed. */
  expiresAt: z.optional(z.nullable(z.int('An expiry is a time in milliseconds since 1970, UTC.'))),
});
export type CreateToken = z.output<typeof CreateToken>;

const PATH = '/api/tokens';

export const listTokens = endpoint({
  method: 'get',
  path: PATH,
  summary: 'API tokens, the newest first, without the tokens themselves',
  access: 'person',
  response: z.object({ tokens: z.array(ApiToken) }),
});

export const createToken = endpoint({
  method: 'post',
  path: PATH,
  summary: 'Make an API token, which is in this answer only; one with the scope trade asks for a fresh proof',
  access: 'person',
  json: CreateToken,
  response: z.extend(ApiToken, { token: z.string() }),
});

export const removeToken = endpoint({
  method: 'delete',
  path: `${PATH}/:tokenId`,
  summary: 'Remove an API token: it opens nothing any more, and its live channels close',
  access: 'person',
  params: z.object({ tokenId: z.uuid() }),
  response: z.object({ removed: z.literal(true) }),
});

export const listTokenUses = endpoint({
  method: 'get',
  path: `${PATH}/:tokenId/uses`,
  summary: 'What an API token was used for in 90 days, by call, address and hour, newest first, ten a page',
  access: 'person',
  params: z.object({ tokenId: z.uuid() }),
  query: z.object({ page: z.optional(PageText) }),
  response: z.object({ content: z.array(TokenUse), totalRecords: z.number() }),
});
