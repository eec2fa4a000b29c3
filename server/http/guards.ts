import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { addDataFile } from '#contracts/backtests.ts';
import { FILE_BYTES } from '#contracts/rules/backtest-limits.ts';
import { PHOTO_BYTES } from '#contracts/rules/contact.ts';
import { sendContact } from '#contracts/support.ts';
import { Refusal } from '../lib/errors.ts';
import type { HttpEnv } from './http-env.ts';

type Guard = MiddlewareHandler<HttpEnv>;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * S-21, S-22: requests that change something must come from our own origin. Clients other than browsers send neither
 * header.
 */
export const sameOrigin =
  (publicUrl: string): Guard =>
  async (c, next) => {
    const changes = !SAFE.has(c.req.method) || c.req.path === '/logout';
    if (changes) {
      const site = c.req.header('sec-fetch-site');
      const origin = c.req.header('origin');
      const ours = site
        ? site === 'same-origin'
        : origin === undefined || isOurs(origin, publicUrl, c.req.header('host'));
      if (!ours) throw new Refusal('wrong-origin', 'This request came from another site and was refused.');
    }
    await next();
  };

/** The configured origin, or the local address that the server listens on. */
export function isOurs(origin: string, publicUrl: string, host: string | undefined): boolean {
  if (origin === new URL(publicUrl).origin) return true;
  return origin === `http://${host}` && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '');
}

/** PostgreSQL text cannot hold U+0000, so no address here may contain it. */
export const readableAddress: Guard = async (c, next) => {
  if (c.req.url.includes('%00')) throw new Refusal('malformed', 'This address contains an invalid character.');
  await next();
};

function upTo(maxSize: number, sentence: string): Guard {
  const refuse = (): never => {
    throw new Refusal('too-large', sentence);
  };
  const counted = bodyLimit({ maxSize, onError: refuse });
  return (c, next) => {
    const length = c.req.header('content-length');
    // The server takes no more than was announced. To count, a whole Request is made, with a stream.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next);
    return Number(length) > maxSize ? refuse() : next();
  };
}

const small = upTo(64 * 1024, 'This request is larger than the 64 kB that are taken here.');
/** S-43: counted while streaming. The other fields of the form are small. */
const withPhoto = upTo(PHOTO_BYTES + 64 * 1024, 'This is larger than the 5 MB that a photo may have.');

/** */
const withPrices = upTo(FILE_BYTES, 'This is larger than the 64 MB that a file of prices may have.');

const LARGE: Record<string, Guard> = { [sendContact.path]: withPhoto, [addDataFile.path]: withPrices };

/** W-2: what senders of signals call. */
const HOOK = '/hook/';
const signal = upTo(8 * 1024, 'A signal is at most 8 KiB.');

/** Has no body here, and looking for one would make a whole Request of it. */
const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

export const boundedBodies: Guard = (c, next) =>
  isRead(c.req.method) ? next() : (c.req.path.startsWith(HOOK) ? signal : (LARGE[c.req.path] ?? small))(c, next);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tandem',
].join('; ');

/** S-23, S-25. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
});

/**
 * S-25 on every response, whatever its status. S-26: only responses with their own Cache-Control are cached, and
 * nothing of the API.
 */
export function headers(publicUrl: string): Guard {
  const everywhere = Object.entries(securityHeaders(publicUrl));
  return async (c, next) => {
    await next();
    // Not by `c.header`, which makes a new Response for each. Node's own answer takes them at less cost than a Response does.
    const { headers: given } = c.res;
    const answer = c.env?.outgoing;
    for (const [name, value] of everywhere) {
      if (answer) answer.setHeader(name, value);
      else given.set(name, value);
    }
    if (c.req.path.startsWith('/api/') || !given.has('Cache-Control')) given.set('Cache-Control', 'no-store');
  };
}
