import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ownSite } from '../e2e/own-site.ts';
import { paperControl } from '../e2e/pages/paper-control.ts';
import { test as base } from '../e2e/well-behaved.ts';

const folder = join(import.meta.dirname, '..', '..', 'dist', 'day');

export const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

async function startedSite() {
  const site = await ownSite({ PAPER_CONTROL: 'on' });
  return { ...site, control: paperControl(site.dataDir) };
}
export type Site = Awaited<ReturnType<typeof startedSite>>;

/** One site for the days of both sizes. */
export const test = base.extend<object, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const site = await startedSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.origin),
});

/** A person's day on a screen of one size. */
export function dayOf({ page, site, size }: { page: Page; site: Site; size: string }) {
  let taken = 0;
  mkdirSync(folder, { recursive: true });
  return {
    page,
    site,
    main: page.getByRole('main'),
    /** As it stands on the screen. */
    async picture(name: string): Promise<void> {
      taken += 1;
      const number = String(taken).padStart(2, '0');
      // What slides in or fades has come to rest.
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${size}-${number}-${name}.png`) });
    },
  };
}
export type Day = ReturnType<typeof dayOf>;
