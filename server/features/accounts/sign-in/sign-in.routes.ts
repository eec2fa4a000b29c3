import type { Context } from 'hono';
import * as z from 'zod/mini';
import { logOut, SignIn, signIn } from '#contracts/accounts.ts';
import type { HttpEnv } from '../../../http/http-env.ts';
import { readJson, type Site } from '../../../http/serve.ts';
import { sessionCookie } from '../../../http/session-cookie.ts';
import { requestContext } from '../../../http/request-origin.ts';
import { Refusal } from '../../../lib/errors.ts';
import { sessionStarter } from './start-session.ts';
import type { RouteDeps } from '../route-deps.ts';

/** The spec's client sends the fields in the query string; forms and JSON bodies are preferred. */
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

const isYes = (flag: boolean | string | undefined): boolean => flag === true || flag === 'true' || flag === 'on';

export function signInRoutes(site: Site, { accounts, publicUrl, trustProxy }: RouteDeps): void {
  const cookie = sessionCookie(publicUrl);
  const startSession = sessionStarter({ accounts, publicUrl, trustProxy });

  site.post(signIn.path, async (c) => {
    const form = await readSignIn(c);
    const credentials = { email: form.j_email, password: form.j_password, code: form.j_code || undefined };
    const checked = await accounts.signIn.checkCredentials(credentials, requestContext(c, trustProxy));
    if (checked === 'refused') return c.json({ authorized: false });
    if (checked === 'code-wanted') return c.json({ authorized: false, twoFactor: true });
    await startSession(c, { ...checked, way: 'password', remember: isYes(form['remember-me']) });
    return c.json({ authorized: true });
  });

  site.get(logOut.path, async (c) => {
    const token = cookie.read(c);
    if (token) await accounts.endSession(token);
    const { person } = c.var;
    if (person) await accounts.signIn.reportLeft(person.userId, requestContext(c, trustProxy));
    cookie.clear(c);
    return c.json({ authorized: false });
  });
}
