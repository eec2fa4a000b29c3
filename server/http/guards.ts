import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Refusal } from '../lib/errors.ts';
import type { HttpEnv } from './http-env.ts';

type Guard = MiddlewareHandler<HttpEnv>;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** S-21, S-22: what changes something must come from our own pages. A client that is no browser sends neither header. */
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

/** Our origin is the configured one; on the machine itself also the address it listens on. */
export function isOurs(origin: string, publicUrl: string, host: string | undefined): boolean {
  if (origin === new URL(publicUrl).origin) return true;
  return origin === `http://${host}` && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '');
}

export const smallBodies: Guard = bodyLimit({
  maxSize: 64 * 1024,
  onError: () => {
    throw new Refusal('too-large', 'This request is larger than the 64 kB that are taken here.');
  },
});

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

/** S-23 to S-26, on every answer, whatever its status. */
export const headers =
  (publicUrl: string): Guard =>
  async (c, next) => {
    await next();
    c.header('Content-Security-Policy', POLICY);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    if (publicUrl.startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    if (c.req.path.startsWith('/api/')) c.header('Cache-Control', 'no-store');
  };
