import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';
import { plainAddress } from './network-of.ts';

function connected(c: Context<HttpEnv>): string {
  const remote = c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'local';
  return plainAddress(remote) ?? remote;
}

/**
 * Who called: the connection's other end, or what the trusted proxy in front added to the list. What stands before that
 * was sent by the caller, who may write anything.
 */
export function clientAddress(c: Context<HttpEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return (forwarded && plainAddress(forwarded)) || connected(c);
}
