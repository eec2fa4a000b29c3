import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { isPage } from '#contracts/rules/page-paths.ts';
import { Refusal } from '../lib/errors.ts';
import { sendEncoded } from './encoded-text.ts';
import { preparedFiles, preRenderedPages, type SiteSettings } from './pre-rendered-pages.ts';
import type { HttpEnv } from './http-env.ts';
import { keptAsset } from './kept-assets.ts';
import type { Site } from './serve.ts';

const REVALIDATE = 'no-cache';
const FOREVER = 'public, max-age=31536000, immutable';
const APP = 'app.html';
const MISSING = '404.html';

const cacheControl: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  if (c.res.ok) c.header('Cache-Control', c.req.path.startsWith('/assets/') ? FOREVER : REVALIDATE);
};

interface SiteFiles extends SiteSettings {
  siteDir: string;
  /** Removes the service worker from every device. */
  REMOVE_WORKER: boolean;
  /** Assets of earlier releases. */
  keptAssetsDir: string;
}

/** The built site. Hashed assets are immutable, a missing one is 404; a page is the app, unless it was pre-rendered. */
export function siteFiles(site: Site, { siteDir: root, keptAssetsDir, REMOVE_WORKER, ...running }: SiteFiles): void {
  const prepared = preparedFiles(root, running);
  if (REMOVE_WORKER) site.get('/sw.js', cacheControl, serveStatic({ root, path: 'no-worker.js', precompressed: true }));
  site.use(
    '/*',
    cacheControl,
    preRenderedPages(prepared, running.publicUrl),
    serveStatic({ root, precompressed: true }),
  );
  site.get('/assets/:name', cacheControl, async (c, next) => {
    const asset = await keptAsset(keptAssetsDir, c.req.param('name'));
    return asset ? c.body(asset.body, 200, { 'Content-Type': asset.type }) : next();
  });
  const app = serveStatic({ root, path: APP, precompressed: true });
  site.get('/*', cacheControl, async (c, next) => {
    const { path } = c.req;
    if (path.startsWith('/api/') || extname(path) !== '')
      throw new Refusal('not-found', 'There is nothing at this address.');
    if (!(await stat(join(root, APP)).catch(() => null))) {
      throw new Refusal('unavailable', "The site is not built yet: 'npm start' builds it.");
    }
    if (isPage(path)) return app(c, next);
    const missing = await prepared(MISSING);
    return missing ? sendEncoded(c, missing.text, { type: missing.type, status: 404 }) : c.notFound();
  });
}
