import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../lib/errors.ts';
import type { HttpEnv } from './http-env.ts';
import type { Site } from './serve.ts';

const REVALIDATE = 'no-cache';
const FOREVER = 'public, max-age=31536000, immutable';

const cacheControl: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  if (c.res.ok) c.header('Cache-Control', c.req.path.startsWith('/assets/') ? FOREVER : REVALIDATE);
};

/** The built site. Hashed assets live for ever, a missing one is 404; any other path without an extension is the app. */
export function siteFiles(site: Site, root: string): void {
  site.use('/*', cacheControl, serveStatic({ root, precompressed: true }));
  const page = serveStatic({ root, path: 'index.html', precompressed: true });
  site.get('/*', cacheControl, async (c, next) => {
    const { path } = c.req;
    if (path.startsWith('/api/') || extname(path) !== '')
      throw new Refusal('not-found', 'There is nothing at this address.');
    if (!(await stat(join(root, 'index.html')).catch(() => null))) {
      throw new Refusal('unavailable', "The site is not built yet: 'npm start' builds it.");
    }
    return page(c, next);
  });
}
