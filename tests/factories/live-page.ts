import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { page } from '../doubles/live-site.ts';
import type { TestSite } from '../setup/site.ts';
import type { Visitor } from './visitor.ts';

/** Where the live channel of a site listens until the test ends. */
export async function liveUrl({ deps: { hub } }: TestSite): Promise<string> {
  const server = createServer();
  server.on('upgrade', (request, socket, head) => void hub.handleUpgrade(request, socket, head));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `ws://127.0.0.1:${port}/websocket-url`;
}

/** A person's page on the live channel of a site; both end with the test. */
export const livePage = async (site: TestSite, who: Pick<Visitor, 'cookie'>) =>
  page({ url: await liveUrl(site) }, { token: who.cookie().slice(who.cookie().indexOf('=') + 1) });
