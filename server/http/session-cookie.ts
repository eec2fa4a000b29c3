import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { HttpEnv, Person } from './http-env.ts';

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

interface Sessions {
  findPerson: (token: string) => Promise<Person | null>;
}

/** Resolves the session cookie to its user. */
export const withPerson =
  (sessions: Sessions, publicUrl: string): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const token = getCookie(c, cookieName(publicUrl));
    c.set('person', token ? await sessions.findPerson(token) : null);
    await next();
  };
