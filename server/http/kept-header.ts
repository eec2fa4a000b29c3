import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';

/** S-62: what is kept of a header that the caller may fill with anything. */
const MOST_BYTES = 256;

/** A header to be kept, cut where it is longer; empty where there is none. */
export function keptHeader(c: Context<HttpEnv>, name: string): string {
  const bytes = Buffer.from(c.req.header(name) ?? '');
  if (bytes.length <= MOST_BYTES) return bytes.toString();
  return bytes
    .subarray(0, MOST_BYTES)
    .toString()
    .replace(/\uFFFD$/, '');
}
