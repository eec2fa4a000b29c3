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

function limits(clock: Clock, most: { orders: number; others: number }) {
  const orders = rateLimit({ most: most.orders, windowMs: WINDOW, clock });
  const exits = rateLimit({ most: most.others, windowMs: WINDOW, clock });
  const calls = rateLimit({ most: most.others, windowMs: WINDOW, clock });
  return (request: Request) => (isExit(request) ? exits : isOrder(request) ? orders : calls);
}

/**
 * S-44: per user in 10 s, counted separately: 30 entries, 300 exits and 300 other calls; by all API tokens together 10,
 * 100 and 100, so that a program cannot stop its user's own pages. Each process counts in memory, since every call
 * passes here.
 */
export function personLimit(clock: Clock): MiddlewareHandler<HttpEnv> {
  const byPages = limits(clock, { orders: 30, others: 300 });
  const byTokens = limits(clock, { orders: 10, others: 100 });
  return async (c, next) => {
    const { person, bearer } = c.var;
    if (bearer) byTokens(c.req).take(bearer.person.userId, 'Too many calls at once by your API tokens.');
    else if (person) byPages(c.req).take(person.userId, 'Too many requests at once.');
    await next();
  };
}
