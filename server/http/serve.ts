import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Endpoint, FormOf, JsonOf, ParamsOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import { Refusal } from '../lib/errors.ts';
import { callerOf } from './bearer.ts';
import { requireAddress } from '../lib/require-address.ts';
import type { HttpEnv, Person } from './http-env.ts';
import { issueSentence } from './issue-sentences.ts';

export type Site = Hono<HttpEnv>;

export interface Call<E extends Endpoint> {
  c: Context<HttpEnv>;
  person: E['access'] extends 'person' ? Person : Person | null;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  json: JsonOf<E>;
  form: FormOf<E>;
}

function parse(schema: Endpoint['json'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value, { error: issueSentence });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  const sentence = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'This request is not understood.';
  throw new Refusal('malformed', sentence, { issues });
}

/** PostgreSQL text cannot hold U+0000. */
const NO_TEXT = 'A text cannot contain the character U+0000.';
const LONE_SURROGATE = 'This text contains an incomplete character.';
/** The escape of a surrogate, lone or paired. */
const SURROGATE = /\\ud[89a-f]/i;

/** PostgreSQL refuses a lone surrogate in JSON and replaces it in text. */
function wholeText(_: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Refusal('malformed', LONE_SURROGATE);
  return value;
}

/** Refuses other content types: a cross-site form cannot send JSON without a preflight request. */
export async function readJson(c: Context<HttpEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) throw new Refusal('wrong-type', 'Send this call as application/json.');
  const body = await c.req.text();
  if (/\\u0000|\0/.test(body)) throw new Refusal('malformed', NO_TEXT);
  try {
    return JSON.parse(body, SURROGATE.test(body) ? wholeText : undefined);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('malformed', 'This is not valid JSON.');
  }
}

/** The fields and files of a form, each at most once. */
async function readForm(c: Context<HttpEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new Refusal('wrong-type', 'Send this call as multipart/form-data.');
  const form = await c.req.formData().catch(() => {
    throw new Refusal('malformed', 'This is not a valid form.');
  });
  const entries = [...form];
  const names = entries.map(([name]) => name);
  const again = names.find((name, at) => names.indexOf(name) !== at);
  if (again !== undefined) throw new Refusal('malformed', `${again} may be given once.`);
  if (entries.some(([, value]) => typeof value === 'string' && value.includes('\0')))
    throw new Refusal('malformed', NO_TEXT);
  return Object.fromEntries(entries);
}

/** Refuses repeated query parameters. */
function readQuery(c: Context<HttpEnv>): Record<string, string> {
  const entries = Object.entries(c.req.queries()).map(([name, values]) => {
    if (values.length !== 1) throw new Refusal('malformed', `${name} may be given once.`);
    return [name, values[0] ?? ''];
  });
  return Object.fromEntries(entries);
}

/** S-08, for calls that need a fresh confirmation in some cases only; otherwise the contract's `confirm` demands it. */
export function requireProof({ confirmed }: Person): void {
  if (!confirmed) throw new Refusal('confirm', 'Confirm that it is you to continue.');
}

/** An answer that is JSON text already. */
export const encoded = (c: Context<HttpEnv>, json: string): Response =>
  c.body(json, 200, { 'Content-Type': 'application/json' });

/** Registers a contract's call: access, validation and encoding follow the contract, `answer` does the work. */
export function serve<const E extends Endpoint>(
  site: Site,
  contract: E,
  answer: (call: Call<E>) => Promise<ResponseOf<E> | Response>,
): void {
  site.on(contract.method.toUpperCase(), contract.path, async (c) => {
    const person = await callerOf(c, {
      call: `${contract.method.toUpperCase()} ${contract.path}`,
      scopes: contract.scopes,
    });
    if (contract.access === 'person' && !person) throw new Refusal('not-signed-in', 'Sign in first.');
    const call = {
      c,
      person,
      params: parse(contract.params, c.req.param()),
      query: parse(contract.query, readQuery(c)),
      json: contract.json ? parse(contract.json, await readJson(c)) : undefined,
      form: contract.form ? parse(contract.form, await readForm(c)) : undefined,
    };
    if (contract.prove !== undefined && person) requireAddress(person, contract.prove);
    if (contract.confirm && person) requireProof(person);
    const response = await answer(call as Call<E>);
    // A file, or what was encoded before.
    if (response instanceof Response) return response;
    return c.json(z.encode<z.ZodMiniType>(contract.response, response) as object);
  });
}
