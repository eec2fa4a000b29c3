import * as z from 'zod/mini';
import { signIn, signUp } from '#contracts/accounts.ts';
import type { Endpoint, JsonOf, ParamsOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import { addKey, createPaperKey } from '#contracts/key-edits.ts';

interface Input<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  json?: JsonOf<E>;
}

export interface Person {
  email: string;
  username: string;
  password: string;
}

type Encoded = Record<string, string | number | boolean | undefined>;

function addressOf(endpoint: Endpoint, { params, query }: Input<Endpoint>): string {
  const inPath = endpoint.params ? (z.encode(endpoint.params, params) as Encoded) : {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const given = Object.entries(endpoint.query ? (z.encode(endpoint.query, query ?? {}) as Encoded) : {});
  const search = given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
  return search.length > 0 ? `${path}?${new URLSearchParams(search).toString()}` : path;
}

/** A client of a running site's HTTP API, with one cookie. Throws the site's error sentences. */
export function visitor(origin: string) {
  let cookie = '';

  async function call<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<ResponseOf<E>> {
    const answer = await fetch(new URL(addressOf(endpoint, input), origin), {
      method: endpoint.method.toUpperCase(),
      headers: { origin, cookie, ...(endpoint.json ? { 'content-type': 'application/json' } : {}) },
      ...(endpoint.json ? { body: JSON.stringify(z.encode(endpoint.json, input.json)) } : {}),
    });
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${JSON.stringify(body)}`);
    return z.decode<z.ZodMiniType>(endpoint.response, body) as ResponseOf<E>;
  }

  async function enter(person: Person): Promise<boolean> {
    const { authorized } = await call(signIn, { json: { j_email: person.email, j_password: person.password } });
    return authorized;
  }

  async function join(person: Person): Promise<void> {
    const { error } = await call(signUp, { json: { ...person, passwordConfirmation: person.password } });
    if (error) throw new Error(error);
    if (!(await enter(person))) throw new Error(`${person.email} signed up but cannot sign in.`);
  }

  async function openPaperKey(name: string): Promise<void> {
    const { key, secret } = await call(createPaperKey);
    const { error } = await call(addKey, { json: { market: 'binance', name, key, secret } });
    if (error) throw new Error(error);
  }

  return { call, enter, join, openPaperKey };
}
