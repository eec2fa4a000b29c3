import { ErrorBody } from '#contracts/errors.ts';
import type { Endpoint, FormOf, JsonOf, ParamsOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import * as z from 'zod/mini';
import { betweenDraws } from './between-draws.ts';

/** The server refused; the message is its sentence for a person. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** What was wrong, field by field (400). */
  readonly issues: NonNullable<ErrorBody['issues']>;
  /** The call is answered once the person has proved who they are. */
  readonly confirm: boolean;
  constructor(status: number, body: ErrorBody) {
    super(body.error);
    this.status = status;
    this.issues = body.issues ?? [];
    this.confirm = body.confirm ?? false;
  }
  get sentence(): string {
    return this.message;
  }
}

/** No answer came: nothing is known of what the server did. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  constructor(cause: unknown) {
    super('No connection to the server. Check your network and try again.', { cause });
  }
}

/** An answer that the contract does not know: usually a page older than the server. */
export class AnswerError extends Error {
  override name = 'AnswerError';
  constructor(path: string, cause: unknown) {
    super(`The answer of ${path} was not understood. Reload this page.`, { cause });
  }
}

type AllOptional<T> = Partial<T> extends T ? true : false;

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : AllOptional<T> extends true
    ? { [P in K]?: T }
    : { [P in K]: T };

export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'json', JsonOf<E>> &
  Part<'form', FormOf<E>> & { signal?: AbortSignal; headers?: Record<string, string> };

type Rest<E extends Endpoint> = AllOptional<CallInput<E>> extends true ? [input?: CallInput<E>] : [input: CallInput<E>];

interface AnyInput {
  params?: unknown;
  query?: unknown;
  json?: unknown;
  form?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

type Encoded = Record<string, string | number | boolean | null | undefined>;
const encode = (schema: z.ZodMiniType | undefined, value: unknown): Encoded =>
  schema ? (z.encode(schema, value ?? {}) as Encoded) : {};

export function addressOf(endpoint: Endpoint, { params, query }: AnyInput): string {
  const inPath = encode(endpoint.params, params);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const given = Object.entries(encode(endpoint.query, query)).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

function formOf(schema: z.ZodMiniType, values: unknown): FormData {
  const form = new FormData();
  const fields = z.encode(schema, values) as Record<string, string | Blob | undefined>;
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, value);
  }
  return form;
}

/** The browser itself names the type of a form, with its boundary. */
function contentOf({ json, form }: Endpoint, input: AnyInput): { body?: string | FormData } {
  if (json) return { body: JSON.stringify(z.encode(json, input.json)) };
  return form ? { body: formOf(form, input.form) } : {};
}

async function send(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const init: RequestInit = {
    method: endpoint.method.toUpperCase(),
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(endpoint.json ? { 'content-type': 'application/json' } : {}),
      ...input.headers,
    },
    ...contentOf(endpoint, input),
    ...(input.signal ? { signal: input.signal } : {}),
  };
  try {
    return await fetch(addressOf(endpoint, input), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw new NetworkError(error);
  });
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function callOnce<E extends Endpoint>(endpoint: E, input: AnyInput): Promise<ResponseOf<E>> {
  if (endpoint.method === 'get') await betweenDraws();
  const response = await send(endpoint, input);
  const body = await bodyOf(response);
  await betweenDraws();
  if (!response.ok) {
    const refusal = z.safeParse(ErrorBody, body);
    throw new CallError(response.status, refusal.success ? refusal.data : { error: 'Error response fetch' });
  }
  const answer = z.safeParse(endpoint.response, body);
  if (!answer.success) throw new AnswerError(endpoint.path, answer.error);
  return answer.data as ResponseOf<E>;
}

let askToConfirm: (() => Promise<boolean>) | null = null;

/** Who asks the person to prove who they are; true when they did. Returns the way to stop. */
export function whenToConfirm(ask: () => Promise<boolean>): () => void {
  askToConfirm = ask;
  return () => {
    if (askToConfirm === ask) askToConfirm = null;
  };
}

/**
 * Calls an endpoint as its contract says: decoded values in, decoded answer out. A call that wants a proof of identity
 * waits for it and is sent once more. Throws CallError, NetworkError, AnswerError.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Rest<E>): Promise<ResponseOf<E>> {
  try {
    return await callOnce(endpoint, input ?? {});
  } catch (error) {
    const mayGoOn = error instanceof CallError && error.confirm && (await askToConfirm?.());
    if (!mayGoOn) throw error;
    return callOnce(endpoint, input ?? {});
  }
}
