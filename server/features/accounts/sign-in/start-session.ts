import type { Context } from 'hono';
import { DAY, SECOND } from '#contracts/rules/time.ts';
import type { HttpEnv } from '../../../http/http-env.ts';
import { storedHeader } from '../../../http/stored-header.ts';
import { sessionCookie, siteCookie } from '../../../http/session-cookie.ts';
import { requestContext } from '../../../http/request-origin.ts';
import type { Way } from './sign-in.ts';
import type { RouteDeps } from '../route-deps.ts';

interface Authenticated {
  userId: string;
  way: Way;
  remember: boolean;
  passwordHash?: string;
  /** Checked after the session is open: the proof may have been revoked meanwhile. */
  holds?: () => Promise<boolean>;
}

const YEAR_S = (365 * DAY) / SECOND;

/** For the remaining step after Google: a code, or the account's password. */
export const pendingCookie = (publicUrl: string) => siteCookie(publicUrl, 'google-step');

/** Signs a user in: sets the cookies of the session and the browser. */
export function sessionStarter({ accounts, publicUrl, trustProxy }: Omit<RouteDeps, 'log' | 'sharedLimits'>) {
  const session = sessionCookie(publicUrl);
  const device = siteCookie(publicUrl, 'device');
  const pending = pendingCookie(publicUrl);
  return async (c: Context<HttpEnv>, authenticated: Authenticated): Promise<void> => {
    const before = session.read(c);
    const entered = await accounts.signIn.enter({
      ...authenticated,
      userAgent: storedHeader(c, 'user-agent'),
      device: device.read(c),
      requestContext: requestContext(c, trustProxy),
    });
    // S-12: the previous session of this browser ends.
    if (before) await accounts.endSession(before, { userId: authenticated.userId, id: entered.session.id });
    session.write(c, entered.session.token, entered.session.maxAge);
    device.write(c, entered.deviceToken, YEAR_S);
    const waiting = pending.read(c);
    if (waiting === undefined) return;
    await accounts.google.linkAfter(waiting, authenticated.userId);
    pending.clear(c);
  };
}
