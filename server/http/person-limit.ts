import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../lib/clock.ts';
import type { HttpEnv } from './http-env.ts';
import { rateLimit } from './rate-limit.ts';

const WINDOW = 10_000;
/** A form asks for one at every key that is pressed; it orders nothing. */
const PREVIEW = '/api/markets/spot/preview/';

const isOrder = ({ method, path }: { method: string; path: string }): boolean =>
  method !== 'GET' && path.startsWith('/api/markets/') && !path.startsWith(PREVIEW);

/** S-44: orders 30 in 10 s and everything else 300 in 10 s a person. */
export function personLimit(clock: Clock): MiddlewareHandler<HttpEnv> {
  const orders = rateLimit({ most: 30, windowMs: WINDOW, clock });
  const calls = rateLimit({ most: 300, windowMs: WINDOW, clock });
  return async (c, next) => {
    const { person } = c.var;
    if (person) {
      (isOrder(c.req) ? orders : calls).take(person.userId, 'Too many requests at once.');
    }
    await next();
  };
}
