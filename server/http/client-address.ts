import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';

/** Who called: the connection's other end, or what the trusted proxy in front says of it. */
export function clientAddress(c: Context<HttpEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  if (forwarded) return forwarded;
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'local';
}
