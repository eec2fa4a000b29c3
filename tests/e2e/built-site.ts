import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { headers } from '../../server/http/guards.ts';
import type { HttpEnv } from '../../server/http/http-env.ts';
import { onError } from '../../server/http/on-error.ts';
import { siteFiles } from '../../server/http/site-files.ts';
import { createLog } from '../../server/lib/log.ts';

interface Options {
  /** Parts of earlier releases. */
  kept?: string;
  removeWorker?: boolean;
  /** The one of a site that was there before; any other by itself. */
  port?: number;
  exchangeMode?: 'paper' | 'live';
}

/** The files of a built site with the site's own headers, for a visitor: a release can be tried on it. */
export async function serveBuiltSite(
  folder: string,
  { kept = folder, removeWorker = false, port: wanted = 0, exchangeMode = 'paper' }: Options = {},
) {
  const site = new Hono<HttpEnv>({ strict: true });
  site.onError(onError(createLog('silent')));
  site.use(headers('http://localhost'));
  site.get('/api/user', (c) => c.json({}));
  site.get('/api/site', (c) =>
    c.json({ version: '0.0.0', exchangeMode, markets: ['binance'], outgoingIp: null, google: false }),
  );
  site.get('/api/site/price', (c) => c.json({ pair: 'XRP/USDT', price: null, time: null }));
  siteFiles(site, {
    siteDir: folder,
    publicUrl: 'http://localhost',
    EXCHANGE_MODE: exchangeMode,
    keptAssetsDir: kept,
    REMOVE_WORKER: removeWorker,
  });
  const listener = getRequestListener(site.fetch);
  const server: Server = createServer((request, response) => void listener(request, response));
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    origin: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
