import type { Description, Operation } from '#contracts/developers.ts';
import type { TokenScope } from '#contracts/rules/token-scopes.ts';
import { type Schemas, typeText } from './type-text.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  /** 'string | null' */
  type: string;
  example: string;
}

/** A call that API tokens may make. */
export interface ApiCall {
  id: string;
  group: string;
  method: string;
  /** '/api/bots/{botId}' */
  path: string;
  summary: string;
  scopes: readonly TokenScope[];
  takesKey: boolean;
  /** As the description has it: written out once the call is opened. */
  operation: Operation;
}

/** The calls that API tokens may make, with the schemas that they name. */
export interface Api {
  calls: readonly ApiCall[];
  schemas: Schemas;
}

/** A call written out. */
export interface OpenedCall extends ApiCall {
  parameters: readonly Parameter[];
  /** What it is sent, and an example of it as JSON text; null where nothing is sent. */
  body: { type: string; example: string } | null;
  /** What it answers. */
  answer: string;
}

const JSON_TYPE = 'application/json';

interface Content {
  content?: Record<string, { schema?: unknown; example?: unknown } | undefined>;
}

function bodyOf({ requestBody }: Operation, schemas: Schemas): OpenedCall['body'] {
  const sent = requestBody?.content[JSON_TYPE];
  return sent ? { type: typeText(sent.schema, schemas), example: JSON.stringify(sent.example ?? {}, null, 2) } : null;
}

function answerOf({ responses }: Operation, schemas: Schemas): string {
  const done: Content | undefined = responses['200'];
  return typeText(done?.content?.[JSON_TYPE]?.schema, schemas);
}

function parametersOf({ parameters }: Operation, schemas: Schemas): Parameter[] {
  return parameters.flatMap(({ name, in: place, required, schema, example = '' }) =>
    place === 'header' ? [] : [{ name, in: place, required, type: typeText(schema, schemas), example }],
  );
}

/** The calls that tokens may make, as the description lists them. */
export function apiOf({ paths, components: { schemas } }: Description): Api {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): ApiCall[] => {
      const { operationId: id, tags, summary, 'x-scopes': scopes, parameters } = operation;
      if (!scopes) return [];
      return [
        {
          id,
          group: tags[0] ?? '',
          method: method.toUpperCase(),
          path,
          summary,
          scopes,
          takesKey: parameters.some(({ in: place }) => place === 'header'),
          operation,
        },
      ];
    }),
  );
  return { calls, schemas };
}

/** Takes some milliseconds for the longest. */
export function openedCall(call: ApiCall, schemas: Schemas): OpenedCall {
  const { operation } = call;
  return {
    ...call,
    parameters: parametersOf(operation, schemas),
    body: bodyOf(operation, schemas),
    answer: answerOf(operation, schemas),
  };
}

/** Those of which path, summary or method have every word. */
export function matching(calls: readonly ApiCall[], words: string): ApiCall[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(({ method, path, summary, group }) => {
    const text = `${method} ${path} ${summary} ${group}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function byGroup(calls: readonly ApiCall[]): [group: string, calls: ApiCall[]][] {
  const groups = new Map<string, ApiCall[]>();
  for (const call of calls) groups.set(call.group, [...(groups.get(call.group) ?? []), call]);
  return [...groups];
}

/** What was typed for its parameters, by name. */
export type Values = Readonly<Record<string, string>>;

export const examplesOf = ({ parameters }: OpenedCall): Values =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, example]));

/** Null while a part of the path is empty. */
export function addressOf({ path, parameters }: OpenedCall, values: Values): string | null {
  const inPath = parameters.filter((one) => one.in === 'path');
  if (inPath.some(({ name }) => !values[name]?.trim())) return null;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]?.trim() ?? ''));
  const given = parameters.filter((one) => one.in === 'query' && values[one.name]?.trim());
  const query = new URLSearchParams(given.map(({ name }) => [name, values[name]?.trim() ?? ''])).toString();
  return query ? `${filled}?${query}` : filled;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A line for a shell in which TOKEN is set. */
export function curlText({ method, body }: OpenedCall, address: string, json: string): string {
  const parts = [`curl ${quoted(address)}`, '-H "Authorization: Bearer $TOKEN"'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (body) parts.push(`-H 'Content-Type: ${JSON_TYPE}'`, `-d ${quoted(json.replaceAll(/\s*\n\s*/g, ' '))}`);
  return parts.join(' \\\n  ');
}
