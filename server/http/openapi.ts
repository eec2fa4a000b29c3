import * as z from 'zod/mini';
import { endpoints } from '#contracts/index.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import { ErrorBody } from '#contracts/errors.ts';

type Schema = z.ZodMiniType;
type Json = Record<string, unknown>;

const jsonSchema = (schema: Schema): Json =>
  z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' });

function parameters(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }));
}

const content = (schema: Schema): Json => ({ 'application/json': { schema: jsonSchema(schema) } });

const operation = (name: string, { summary, access, params, query, json, form, response }: Endpoint): Json => ({
  operationId: name,
  summary,
  security: access === 'person' ? [{ session: [] }] : [],
  parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
  ...(json ? { requestBody: { required: true, content: content(json) } } : {}),
  ...(form
    ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: jsonSchema(form) } } } }
    : {}),
  responses: {
    200: {
      description: 'Done, or refused by a business rule where the answer has an error field',
      content: content(response),
    },
    default: { description: 'Refused', content: content(ErrorBody) },
  },
});

/** Generated from the contracts. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, contract] of Object.entries(endpoints)) {
    const path = contract.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [contract.method]: operation(name, contract) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Tandem', version },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } } },
    paths,
  };
}
