import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { page } from '../doubles/live-site.ts';
import type { TestSite } from '../setup/site.ts';
import type { Visitor } from './visitor.ts';

/** A person's page on the live channel of a site; both end with the test. */
export async function livePage({ deps: { hub } }: TestSite, who: Pick<Visitor, 'cookie'>) {
  const server = createServer();
  server.on('upgrade', (request, socket, head) => void hub.handleUpgrade(request, socket, head));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return page(
    { url: `ws://127.0.0.1:${port}/websocket-url` },
    { token: who.cookie().slice(who.cookie().indexOf('=') + 1) },
  );
}
