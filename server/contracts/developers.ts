import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { TOKEN_SCOPES } from './rules/token-scopes.ts';

/** A schema of OpenAPI 3.0. */
const Schema = z.unknown();

const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  /** An API token with one of these may call; without them tokens are refused. */
  'x-scopes': z.optional(z.array(z.enum(TOKEN_SCOPES))),
  parameters: z.array(
    z.looseObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: Schema,
      example: z.optional(z.string()),
    }),
  ),
  requestBody: z.optional(
    z.looseObject({
      content: z.record(z.string(), z.looseObject({ schema: Schema, example: z.optional(z.unknown()) })),
    }),
  ),
  responses: z.record(z.string(), z.looseObject({})),
});
export type Operation = z.output<typeof Operation>;

/** What the page about the calls reads of the description. */
export const Description = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
  /** By path and method. */
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
export type Description = z.output<typeof Description>;

export const getDescription = endpoint({
  method: 'get',
  path: '/api/openapi.json',
  summary: 'Every call of this site, as OpenAPI 3.0',
  access: 'anyone',
  scopes: ['read', 'alerts', 'trade'],
  response: Description,
});
