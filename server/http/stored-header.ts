import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';

/** S-62: the stored part of a header, which the client may fill with anything. */
const MOST_BYTES = 256;

/** A header for storage, truncated; empty when absent. */
export function storedHeader(c: Context<HttpEnv>, name: string): string {
  const bytes = Buffer.from(c.req.header(name) ?? '');
  if (bytes.length <= MOST_BYTES) return bytes.toString();
  return bytes
    .subarray(0, MOST_BYTES)
    .toString()
    .replace(/\uFFFD$/, '');
}
