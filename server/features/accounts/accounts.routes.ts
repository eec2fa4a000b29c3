import type { Context } from 'hono';
import * as z from 'zod/mini';
import { getUser, logOut, SignIn, signIn, signUp } from '#contracts/accounts.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { readJson, serve, type Site } from '../../http/serve.ts';
import { sessionCookie } from '../../http/session-cookie.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Accounts } from './index.ts';
import { confirmRoutes } from './sign-in/confirm.routes.ts';
import { ALREADY_REGISTERED, emailKey } from './sign-up.ts';

interface Needs {
  accounts: Accounts;
  clock: Clock;
  publicUrl: string;
  trustProxy: boolean;
}

const MINUTE = 60_000;

/** The spec's client puts the fields in the query string; forms and JSON bodies are better. */
async function readSignIn(c: Context<HttpEnv>): Promise<z.output<typeof SignIn>> {
  const type = c.req.header('content-type') ?? '';
  const body = type.startsWith('application/json')
    ? await readJson(c)
    : type.includes('form')
      ? await c.req.parseBody()
      : {};
  const parsed = z.safeParse(SignIn, { ...c.req.query(), ...(body as object) });
  if (!parsed.success) throw new Refusal('malformed', 'Send j_email and j_password.');
  return parsed.data;
}

export function accountsRoutes(site: Site, { accounts, clock, publicUrl, trustProxy }: Needs): void {
  const cookie = sessionCookie(publicUrl);
  const { limits } = accounts;
  const taken = rateLimit({ most: 5, windowMs: 60 * MINUTE, clock });
  confirmRoutes(site, { accounts, publicUrl, trustProxy });
  const address = (c: Context<HttpEnv>) => clientAddress(c, trustProxy);

  serve(site, getUser, async ({ person }) => {
    if (!person) return {};
    const { email, username, telegram, iconIdx } = person;
    return { email, username, telegram, iconIdx };
  });

  serve(site, signUp, async ({ c, json }) => {
    const { error } = await accounts.signUp(json);
    if (error === ALREADY_REGISTERED) taken.take(address(c), 'Too many attempts.');
    return { error, email: error ? null : json.email.trim() };
  });

  site.post(signIn.path, async (c) => {
    const form = await readSignIn(c);
    const attempt = { emailKey: emailKey(form.j_email), address: address(c) };
    limits.check(attempt);
    const userId = await accounts.checkPassword(form.j_email, form.j_password);
    if (!userId) {
      limits.countFailure(attempt);
      return c.json({ authorized: false });
    }
    // S-12: whoever held a session here before loses it.
    const before = cookie.read(c);
    if (before) await accounts.endSession(before);
    const remember = form['remember-me'] === true || form['remember-me'] === 'true' || form['remember-me'] === 'on';
    const { token, maxAge } = await accounts.openSession({
      userId,
      remember,
      userAgent: c.req.header('user-agent') ?? '',
      address: address(c),
    });
    cookie.write(c, token, maxAge);
    return c.json({ authorized: true });
  });

  site.get(logOut.path, async (c) => {
    const token = cookie.read(c);
    if (token) await accounts.endSession(token);
    cookie.clear(c);
    return c.json({ authorized: false });
  });
}
