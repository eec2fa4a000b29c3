import type * as z from 'zod/mini';
import type { TokenScope } from './rules/token-scopes.ts';

type Schema = z.ZodMiniType;

/** What both sides know of one call. `path` is Hono's syntax, trailing slashes as the spec writes them. */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  summary: string;
  /** Who may call: `anyone`, or only a `person` with a session (401 otherwise). */
  access: 'anyone' | 'person';
  /** An API token with one of these may call as well; without them tokens are refused. */
  scopes?: readonly TokenScope[];
  /** S-08: answered only when the person proved within five minutes who they are (403 with `confirm` otherwise). */
  confirm?: true;
  /** S-50: answered only when the person's e-mail address is proven (403 with `prove` otherwise). It says why. */
  prove?: string;
  params?: Schema;
  query?: Schema;
  json?: Schema;
  /** Sent as multipart/form-data, with a file in it; instead of `json`. */
  form?: Schema;
  response: Schema;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** Decoded types: what the code holds. */
export type ParamsOf<E extends Endpoint> = E['params'] extends Schema ? z.output<E['params']> : undefined;
export type QueryOf<E extends Endpoint> = E['query'] extends Schema ? z.output<E['query']> : undefined;
export type JsonOf<E extends Endpoint> = E['json'] extends Schema ? z.output<E['json']> : undefined;
export type FormOf<E extends Endpoint> = E['form'] extends Schema ? z.output<E['form']> : undefined;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
