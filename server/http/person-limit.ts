import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../lib/clock.ts';
import type { HttpEnv } from './http-env.ts';
import { rateLimit } from './rate-limit.ts';

const WINDOW = 10_000;

/** S-44: orders 30 in 10 s and everything else 300 in 10 s a person. */
export function personLimit(clock: Clock): MiddlewareHandler<HttpEnv> {
  const orders = rateLimit({ most: 30, windowMs: WINDOW, clock });
  const calls = rateLimit({ most: 300, windowMs: WINDOW, clock });
  return async (c, next) => {
    const { person } = c.var;
    if (person) {
      const isOrder = c.req.method !== 'GET' && c.req.path.startsWith('/api/markets/');
      (isOrder ? orders : calls).take(person.userId, 'Too many requests at once.');
    }
    await next();
  };
}
