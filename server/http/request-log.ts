import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { HttpEnv } from './http-env.ts';
import { loggedPath } from './logged-path.ts';

/** One line a call, without its query: the spec's sign-in carries a password there. */
export const requestLog =
  (log: Log, clock: Clock): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const from = clock();
    await next();
    const level = c.res.status >= 500 ? 'warn' : 'debug';
    log[level](
      { method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms: clock() - from },
      'request',
    );
  };
