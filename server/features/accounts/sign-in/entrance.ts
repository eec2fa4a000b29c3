import type { Context } from 'hono';
import { DAY, SECOND } from '#contracts/rules/time.ts';
import type { HttpEnv } from '../../../http/http-env.ts';
import { keptHeader } from '../../../http/kept-header.ts';
import { sessionCookie, siteCookie } from '../../../http/session-cookie.ts';
import { requestContext } from '../../../http/request-origin.ts';
import type { Accounts } from '../index.ts';
import type { Way } from './sign-in.ts';

export interface EntranceDeps {
  accounts: Pick<Accounts, 'signIn' | 'endSession' | 'google'>;
  publicUrl: string;
  trustProxy: boolean;
}

interface Guest {
  userId: string;
  way: Way;
  remember: boolean;
  passwordHash?: string;
  /** Asked once the session is there: whether what opened it still does. */
  holds?: () => Promise<boolean>;
}

const YEAR_S = (365 * DAY) / SECOND;

/** Holds the step that is left after Google: a code, or the account's password. */
export const pendingCookie = (publicUrl: string) => siteCookie(publicUrl, 'google-step');

/** Lets in whoever proved who they are: their session and their browser's mark become cookies. */
export function entrance({ accounts, publicUrl, trustProxy }: EntranceDeps) {
  const session = sessionCookie(publicUrl);
  const device = siteCookie(publicUrl, 'device');
  const pending = pendingCookie(publicUrl);
  return async (c: Context<HttpEnv>, guest: Guest): Promise<void> => {
    const before = session.read(c);
    const entered = await accounts.signIn.enter({
      ...guest,
      userAgent: keptHeader(c, 'user-agent'),
      device: device.read(c),
      requestContext: requestContext(c, trustProxy),
    });
    // S-12: whoever held a session here before loses it.
    if (before) await accounts.endSession(before, { userId: guest.userId, id: entered.session.id });
    session.write(c, entered.session.token, entered.session.maxAge);
    device.write(c, entered.deviceToken, YEAR_S);
    const waiting = pending.read(c);
    if (waiting === undefined) return;
    await accounts.google.linkAfter(waiting, guest.userId);
    pending.clear(c);
  };
}
