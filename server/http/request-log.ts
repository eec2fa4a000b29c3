import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { clientAddress } from './client-address.ts';
import type { HttpEnv } from './http-env.ts';
import { loggedPath } from './logged-path.ts';

const DENIED: ReadonlySet<number> = new Set([401, 403, 429]);

interface RequestLogOptions {
  log: Log;
  clock: Clock;
  trustProxy: boolean;
}

/**
 * One line per request, without its query, which may carry a password at sign-in. S-47: a denied request names its
 * user.
 */
export const requestLog =
  ({ log, clock, trustProxy }: RequestLogOptions): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const from = clock();
    await next();
    const { status } = c.res;
    if (status < 400 && !log.isLevelEnabled('debug')) return;
    const call = { method: c.req.method, path: loggedPath(c.req.path), status, ms: clock() - from };
    if (status >= 500) log.warn(call, 'request');
    else if (!DENIED.has(status)) log.debug(call, 'request');
    else
      log.info(
        { ...call, userId: (c.var.bearer?.person ?? c.var.person)?.userId, address: clientAddress(c, trustProxy) },
        'denied',
      );
  };
