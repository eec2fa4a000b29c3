import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';
import { plainAddress } from '../lib/network-of.ts';

function connected(c: Context<HttpEnv>): string {
  const remote = c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'local';
  return plainAddress(remote) ?? remote;
}

/**
 * The client's address: the peer of the connection, or the last entry of X-Forwarded-For, which the trusted proxy
 * added. Earlier entries come from the client and prove nothing.
 */
export function clientAddress(c: Context<HttpEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return (forwarded && plainAddress(forwarded)) || connected(c);
}
