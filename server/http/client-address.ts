import type { IncomingMessage } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';
import { plainAddress } from '../lib/network-of.ts';

const lastForwarded = (header: string | undefined): string | null =>
  plainAddress(header?.split(',').at(-1)?.trim() ?? '');

function connected(c: Context<HttpEnv>): string {
  const remote = c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'local';
  return plainAddress(remote) ?? remote;
}

/** As `clientAddress`, of a request that no route takes. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastForwarded([headers['x-forwarded-for'] ?? []].flat().join(',')) : null;
  const remote = socket.remoteAddress ?? 'unknown';
  return forwarded ?? plainAddress(remote) ?? remote;
}

/**
 * The client's address: the peer of the connection, or the last entry of X-Forwarded-For, which the trusted proxy
 * added. Earlier entries come from the client and prove nothing.
 */
export function clientAddress(c: Context<HttpEnv>, trustProxy: boolean): string {
  return (trustProxy ? lastForwarded(c.req.header('x-forwarded-for')) : null) ?? connected(c);
}
