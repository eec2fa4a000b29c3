import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../lib/clock.ts';
import type { HttpEnv } from './http-env.ts';
import { rateLimit } from '../runtime/request-limits/rate-limit.ts';

const WINDOW = 10_000;
/** Sent at every keystroke of the order form; it orders nothing. */
const PREVIEW = '/api/markets/spot/preview/';

const SPOT = '/api/markets/spot/';
/** Calls that reduce risk: closing, canceling, changing targets. */
const EXITS = ['second/close', 'fourth/close', 'close-all', 'third'];

type Request = { method: string; path: string };

const isExit = ({ method, path }: Request): boolean =>
  EXITS.some((name) => path.startsWith(SPOT + name)) || (method === 'DELETE' && path.startsWith(`${SPOT}first`));

const isOrder = ({ method, path }: Request): boolean =>
  method !== 'GET' && path.startsWith('/api/markets/') && !path.startsWith(PREVIEW);

/** S-44: per user in 10 s, counted separately: 30 entries, 300 exits and 300 other calls. Each process counts in memory, since every call passes here. */
export function personLimit(clock: Clock): MiddlewareHandler<HttpEnv> {
  const orders = rateLimit({ most: 30, windowMs: WINDOW, clock });
  const exits = rateLimit({ most: 300, windowMs: WINDOW, clock });
  const calls = rateLimit({ most: 300, windowMs: WINDOW, clock });
  return async (c, next) => {
    const { person } = c.var;
    if (person) {
      const limit = isExit(c.req) ? exits : isOrder(c.req) ? orders : calls;
      limit.take(person.userId, 'Too many requests at once.');
    }
    await next();
  };
}
