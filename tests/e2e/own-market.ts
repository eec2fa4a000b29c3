import { freePort } from '../setup/process.ts';
import { ownSite } from './own-site.ts';
import { paperControl } from './pages/paper-control.ts';
import { test as base } from './well-behaved.ts';

async function marketSite() {
  const port = String(await freePort());
  const site = await ownSite({ PAPER_CONTROL: 'on', PAPER_PORT: port });
  return { ...site, exchange: `http://127.0.0.1:${port}`, control: paperControl(site.dataDir) };
}

/** A site with a paper exchange of its own: what its prices do concerns no other test. */
export const test = base.extend<{ site: Awaited<ReturnType<typeof marketSite>> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  site: async ({}, use) => {
    const site = await marketSite();
    await use(site);
    await site.close();
  },
  baseURL: ({ site }, use) => use(site.origin),
});
