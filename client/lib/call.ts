import { ErrorBody } from '#contracts/errors.ts';
import type { Endpoint, FormOf, JsonOf, ParamsOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import * as z from 'zod/mini';
import { createListeners } from './listeners.ts';
import { waitForIdle } from './wait-for-idle.ts';

/** The spec's text for an error without a message from the site. */
const NO_SENTENCE = 'Error response fetch';

/** The server refused the call; the message is meant for the user. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** Validation errors by field (status 400). */
  readonly issues: NonNullable<ErrorBody['issues']>;
  /** The call needs a proof of identity first. */
  readonly confirm: boolean;
  /** The call needs a proven e-mail address first. */
  readonly prove: boolean;
  /** True if the site answered, false if an intermediary did, such as a proxy with 502. */
  readonly fromSite: boolean;
  constructor(status: number, body: ErrorBody | null) {
    super(body?.error ?? NO_SENTENCE);
    this.status = status;
    this.fromSite = body !== null;
    this.issues = body?.issues ?? [];
    this.confirm = body?.confirm ?? false;
    this.prove = body?.prove ?? false;
  }
  get sentence(): string {
    return this.message;
  }
}

/** No answer arrived: the call may or may not have been executed. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  constructor(cause: unknown, sentence = 'No connection to the server. Check your network and try again.') {
    super(sentence, { cause });
  }
}

/** An intermediary answered instead of the site, such as a captive portal. */
export class PortalError extends NetworkError {
  override name = 'PortalError';
  constructor(path: string) {
    super(
      path,
      'This network answered instead of the site. It may ask you to sign in: open any other website first, then try again.',
    );
  }
}

/** Whether the call may not have reached the site. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof CallError && !error.fromSite);

/** An answer that does not match the contract: page and site have different versions. */
export class AnswerError extends Error {
  override name = 'AnswerError';
  constructor(path: string, cause: unknown) {
    super('This page is newer or older than the site. Reload it.', { cause });
    this.path = path;
  }
  readonly path: string;
}

const mismatches = createListeners();

/** Called after each answer of another version; returns the unsubscribe function. */
export const onVersionMismatch = mismatches.subscribe;

const SIGN_IN_TO_NETWORK = 511;

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

/** The browser sets the content type of a form itself, including the boundary. */
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
  if (endpoint.method === 'get') await waitForIdle();
  const response = await send(endpoint, input);
  const body = await bodyOf(response);
  await waitForIdle();
  if (!response.ok) {
    const refusal = z.safeParse(ErrorBody, body);
    if (response.status === SIGN_IN_TO_NETWORK && !refusal.success) throw new PortalError(endpoint.path);
    throw new CallError(response.status, refusal.success ? refusal.data : null);
  }
  if (body === undefined) throw new PortalError(endpoint.path);
  const answer = z.safeParse(endpoint.response, body);
  if (!answer.success) {
    mismatches.notify();
    throw new AnswerError(endpoint.path, answer.error);
  }
  return answer.data as ResponseOf<E>;
}

/** Asks the user for the missing proof; resolves to true once it is given. */
type Prompt = (why: string) => Promise<boolean>;

function createPrompt() {
  let registered: Prompt | null = null;
  return {
    /** Registers the prompt; returns the unregister function. */
    when(ask: Prompt): () => void {
      registered = ask;
      return () => {
        if (registered === ask) registered = null;
      };
    },
    ask: async (why: string): Promise<boolean> => (await registered?.(why)) ?? false,
  };
}

const identityPrompt = createPrompt();
const addressPrompt = createPrompt();

/** Registers the prompt for a proof of identity. */
export const onIdentityProof = identityPrompt.when;
/** Registers the prompt for a proof of the e-mail address. */
export const onAddressProof = addressPrompt.when;

/** Each proof is requested at most once per call. */
async function promptForProof(error: unknown, prompted: Set<typeof identityPrompt>): Promise<boolean> {
  const wanted =
    error instanceof CallError ? (error.confirm ? identityPrompt : error.prove ? addressPrompt : null) : null;
  if (!wanted || prompted.has(wanted)) return false;
  prompted.add(wanted);
  return wanted.ask(error instanceof CallError ? error.sentence : '');
}

/**
 * Calls an endpoint with decoded input and output. If a proof is required, it prompts the user and sends the call once
 * more. Throws CallError, NetworkError or AnswerError.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Rest<E>): Promise<ResponseOf<E>> {
  const prompted = new Set<typeof identityPrompt>();
  for (;;) {
    try {
      return await callOnce(endpoint, input ?? {});
    } catch (error) {
      if (!(await promptForProof(error, prompted))) throw error;
    }
  }
}
