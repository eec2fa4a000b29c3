import type { Endpoint } from '#contracts/endpoint.ts';
import { ErrorBody } from '#contracts/errors.ts';
import { isEndpoint, modules } from '#contracts/index.ts';
import { cookieName } from '../session-cookie.ts';
import { bodyExample, parameterExample } from './examples.ts';
import { GROUPS } from './groups.ts';
import { refusalResponses, refusalsOf, takesKey } from './refusals.ts';
import { type Json, type Schema, type SchemaWriter, schemaWriter } from './schemas.ts';

const DESCRIPTION = `Every call that the pages of this site make. Programs of your own make those that name scopes, with
an API token from the page Account: \`Authorization: Bearer …\`, and no cookie. Amounts and prices are JSON
numbers with at most 15 significant digits: read them into decimals. Times are UTC epoch milliseconds. A refusal by a
rule of trading is answered with 200 and a sentence in the field \`error\` or \`errorMessage\`; every other one with its
status, and a sentence in \`error\`.`;

const KEY_HEADER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Of your choice, at most 200 characters: the same call with the same key is done once, and answered alike',
  schema: { type: 'string', maxLength: 200 },
};

function parameters(write: SchemaWriter['write'], schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = write(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, one]) => {
    const isRequired = place === 'path' || required.includes(name);
    const parameter = { name, in: place, required: isRequired, schema: one };
    const example = isRequired ? parameterExample(name) : undefined;
    return example === undefined ? parameter : Object.assign(parameter, { example });
  });
}

const SESSION = { session: [] };
const TOKEN = { token: [] };

/** Anyone may call without either; a token's scopes are named next to it, since only OAuth has them in `security`. */
function security({ access, scopes }: Endpoint): Json[] {
  if (access === 'anyone') return scopes ? [{}, TOKEN] : [];
  return scopes ? [SESSION, TOKEN] : [SESSION];
}

interface Named {
  name: string;
  group: string;
  contract: Endpoint;
  /** UTC epoch ms, for examples about the past. */
  now: number;
}

function requestBody(write: SchemaWriter['write'], { name, now, contract: { json, form } }: Named): Json {
  const example = bodyExample(name, now);
  const shown = example === undefined ? {} : { example };
  if (json)
    return { requestBody: { required: true, content: { 'application/json': { schema: write(json), ...shown } } } };
  if (form) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: write(form) } } } };
  return {};
}

function operation(write: SchemaWriter['write'], named: Named): Json {
  const { name, group, contract } = named;
  const { summary, params, query, scopes, response } = contract;
  return {
    operationId: name,
    tags: [group],
    summary,
    description: scopes ? `API tokens with the scope ${scopes.join(' or ')}.` : 'Not for API tokens.',
    ...(scopes ? { 'x-scopes': scopes } : {}),
    security: security(contract),
    parameters: [
      ...parameters(write, params, 'path'),
      ...parameters(write, query, 'query'),
      ...(takesKey(name) ? [KEY_HEADER] : []),
    ],
    ...requestBody(write, named),
    responses: {
      200: {
        description: 'Done, or refused by a rule of trading where the answer has an error field',
        content: { 'application/json': { schema: write(response) } },
      },
      ...refusalsOf(name, contract),
    },
  };
}

function paths(write: SchemaWriter['write'], now: number): Json {
  const found: Record<string, Json> = {};
  for (const [module, contracts] of Object.entries(modules)) {
    const group = GROUPS[module as keyof typeof modules];
    for (const [name, contract] of Object.entries<unknown>(contracts)) {
      if (!isEndpoint(contract)) continue;
      const methods = (found[contract.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
      methods[contract.method] = operation(write, { name, group, contract, now });
    }
  }
  return found;
}

interface Described {
  version: string;
  /** The origin that people use. */
  publicUrl: string;
  /** UTC epoch ms. */
  now: number;
}

/** Generated from the contracts. */
export function openApi({ version, publicUrl, now }: Described): Json {
  const { write, components } = schemaWriter();
  const described = paths(write, now);
  const responses = refusalResponses(write(ErrorBody));
  return {
    openapi: '3.0.3',
    info: { title: 'Tandem', version, description: DESCRIPTION.replaceAll('\n', ' ') },
    servers: [{ url: publicUrl }],
    tags: [...new Set(Object.values(GROUPS))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName(publicUrl), description: 'A signed-in page' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, in the place of a cookie' },
      },
      schemas: components,
      responses,
    },
    paths: described,
  };
}
