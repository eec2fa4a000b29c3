import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { Refusal } from '../lib/errors.ts';
import { bearerToken, TOKEN_OR_COOKIE } from './bearer.ts';
import { clientAddress } from './client-address.ts';
import type { Bearer, HttpEnv, Person } from './http-env.ts';

/** `__Host-` requires https; on plain http://localhost Safari refuses Secure, so the name is plain there. */
const nameOf = (name: string, publicUrl: string): string => (publicUrl.startsWith('https:') ? `__Host-${name}` : name);

export const cookieName = (publicUrl: string): string => nameOf('session', publicUrl);

/** A cookie that scripts cannot read. */
export function siteCookie(publicUrl: string, plainName: string) {
  const name = nameOf(plainName, publicUrl);
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure: publicUrl.startsWith('https:') } as const;
  return {
    read: (c: Context<HttpEnv>): string | undefined => getCookie(c, name),
    /** Without `maxAge`, in seconds, it ends with the browser. */
    write: (c: Context<HttpEnv>, token: string, maxAge: number | null) =>
      setCookie(c, name, token, maxAge === null ? options : { ...options, maxAge }),
    clear: (c: Context<HttpEnv>) => deleteCookie(c, name, options),
  };
}

export const sessionCookie = (publicUrl: string) => siteCookie(publicUrl, 'session');

interface Callers {
  findPerson: (token: string) => Promise<Person | null>;
  /** Throws for a token that is not valid. */
  findBearer: (token: string, address: string) => Promise<Bearer>;
}

/** Resolves the session cookie, or the API token, to its user. */
export const withPerson =
  ({ findPerson, findBearer }: Callers, publicUrl: string, trustProxy: boolean): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    c.set('person', null);
    const cookie = getCookie(c, cookieName(publicUrl));
    const bearer = bearerToken(c.req.header('authorization'));
    if (bearer !== null && cookie !== undefined) throw new Refusal('malformed', TOKEN_OR_COOKIE);
    if (bearer !== null) c.set('bearer', await findBearer(bearer, clientAddress(c, trustProxy)));
    else if (cookie) c.set('person', await findPerson(cookie));
    await next();
  };
