import type { Context } from 'hono';
import type { Endpoint } from '#contracts/endpoint.ts';
import { Refusal } from '../lib/errors.ts';
import type { Bearer, HttpEnv, Person } from './http-env.ts';

/** A page of the site must not be able to add its cookie to the call of a program, or the reverse. */
export const TOKEN_OR_COOKIE = 'Send an API token or a cookie, not both.';

/** Null where the header has none; other schemes may belong to a proxy. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer(?: +(.*))?$/i.exec(header ?? '')?.[1]?.trim() ?? (/^Bearer$/i.test(header ?? '') ? '' : null);

const NOT_FOR_TOKENS =
  'API tokens are not taken for this call: accounts, keys and addresses are managed by signing in.';

/** Writes the use down, and throws where a token may not make this call. */
export async function admitBearer(
  bearer: Bearer,
  { call, scopes }: { call: string; scopes: Endpoint['scopes'] },
): Promise<Person> {
  const allowed = scopes?.some((scope) => bearer.scopes.includes(scope)) ?? false;
  await bearer.note(call, allowed);
  if (!scopes) throw new Refusal('not-allowed', NOT_FOR_TOKENS);
  if (!allowed)
    throw new Refusal(
      'not-allowed',
      `This call needs an API token with the scope ${scopes.join(' or ')}; this one has ${bearer.scopes.join(', ')}.`,
    );
  return bearer.person;
}

/** Who calls, by session or by a token for such calls; null where neither is there. */
export async function callerOf(
  c: Context<HttpEnv>,
  call: { call: string; scopes: Endpoint['scopes'] },
): Promise<Person | null> {
  const { bearer, person } = c.var;
  return bearer ? admitBearer(bearer, call) : person;
}

/** Of a download outside the contracts. Throws for one who is not signed in. */
export async function readerOf(c: Context<HttpEnv>, path: string): Promise<Person> {
  const person = await callerOf(c, { call: `GET ${path}`, scopes: ['read'] });
  if (!person) throw new Refusal('not-signed-in', 'Sign in first.');
  return person;
}
