import type { Context } from 'hono';
import {
  confirmByGoogle,
  finishGoogle,
  GOOGLE_CALLBACK,
  GOOGLE_START,
  linkGoogle,
  unlinkGoogle,
} from '#contracts/google.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { clientAddress } from '../../../http/client-address.ts';
import type { HttpEnv } from '../../../http/http-env.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { siteCookie } from '../../../http/session-cookie.ts';
import { requestContext } from '../../../http/request-origin.ts';
import { renewProof } from '../confirm/confirm.routes.ts';
import { sessionStarter, pendingCookie } from '../sign-in/start-session.ts';
import type { CallbackResult } from './callback.ts';
import type { AuthorizationRequest } from './authorization-requests.ts';
import type { RouteDeps } from '../route-deps.ts';

const SIGN_IN = '/signin';
const COOKIE_LIFE_S = 600;

/** S-09: always a page of this site. */
function ownAddress(path: string, publicUrl: string): URL {
  const url = path.startsWith('/') ? URL.parse(path, publicUrl) : null;
  return url?.origin === new URL(publicUrl).origin ? url : new URL('/', publicUrl);
}

const pathOf = ({ pathname, search, hash }: URL): string => pathname + search + hash;

/** Users who are not signed in see the result on the sign-in page. */
function addressOf(
  { kind, to, notice }: CallbackResult,
  { signedIn, publicUrl }: { signedIn: boolean; publicUrl: string },
) {
  const page = ownAddress(to, publicUrl);
  if (kind === 'enter') return page;
  const address = signedIn ? page : new URL(SIGN_IN, publicUrl);
  if (notice) address.searchParams.set('google', notice);
  if (!signedIn) address.searchParams.set('to', pathOf(page));
  return address;
}

export function googleRoutes(site: Site, { accounts, log, publicUrl, trustProxy, sharedLimits }: RouteDeps): void {
  const { google } = accounts;
  const request = siteCookie(publicUrl, 'google');
  const pending = pendingCookie(publicUrl);
  const starts = sharedLimits.perNetwork({ name: 'starts at Google', most: 60, windowMs: 5 * MINUTE });
  const startSession = sessionStarter({ accounts, publicUrl, trustProxy });

  async function begin(c: Context<HttpEnv>, { intent, to, userId }: AuthorizationRequest): Promise<string> {
    await starts.take({ address: clientAddress(c, trustProxy) }, 'Too many attempts.');
    const { address, verifier } = await google.begin({ intent, userId, to: pathOf(ownAddress(to, publicUrl)) });
    request.write(c, verifier, COOKIE_LIFE_S);
    return address;
  }

  const enter = (c: Context<HttpEnv>, userId: string): Promise<void> => {
    const holds = async () => (await accounts.proofsOf(userId)).google;
    return startSession(c, { userId, way: 'google', remember: true, holds });
  };

  async function settle(c: Context<HttpEnv>, result: CallbackResult): Promise<void> {
    if (result.kind === 'enter') await enter(c, result.userId);
    if (result.kind === 'step') pending.write(c, result.token, COOKIE_LIFE_S);
    if (result.kind === 'confirmed') await renewProof(c, { accounts, publicUrl });
  }

  site.get(GOOGLE_START, async (c) => {
    const to = c.req.query('to') ?? '/';
    try {
      return c.redirect(await begin(c, { intent: 'sign-in', to, userId: null }));
    } catch (error) {
      // Google does not answer: shown on the sign-in page, beside the other ways to sign in.
      log.warn({ err: error }, 'sign-in with Google could not begin');
      const failed = { kind: 'back', notice: 'failed', to } as const;
      return c.redirect(addressOf(failed, { signedIn: false, publicUrl }).href);
    }
  });

  site.get(GOOGLE_CALLBACK, async (c) => {
    const { person } = c.var;
    const result = await google.finish(new URL(c.req.url).search, request.read(c) ?? '', person?.userId);
    request.clear(c);
    await settle(c, result);
    return c.redirect(addressOf(result, { signedIn: person !== null, publicUrl }).href);
  });

  serve(site, linkGoogle, async ({ c, person, json }) => ({
    address: await begin(c, { intent: 'link', to: json.to, userId: person.userId }),
  }));

  serve(site, confirmByGoogle, async ({ c, person, json }) => ({
    address: await begin(c, { intent: 'confirm', to: json.to, userId: person.userId }),
  }));

  serve(site, unlinkGoogle, async ({ person }) => {
    await google.unlink(person.userId);
    return { unlinked: true as const };
  });

  serve(site, finishGoogle, async ({ c, json }) => {
    const userId = await google.takeCode(pending.read(c) ?? '', json.code, requestContext(c, trustProxy));
    if (userId === null) return { authorized: false };
    pending.clear(c);
    await enter(c, userId);
    return { authorized: true };
  });
}
