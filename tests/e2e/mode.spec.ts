import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { serveBuiltSite } from './built-site.ts';
import { test } from './well-behaved.ts';

const site = join(import.meta.dirname, '..', '..', 'dist', 'client');
const PROMISE = /practice on paper|trade on paper|paper account|on paper first/i;

const paperChip = (page: Page) => page.getByRole('banner').getByText('Paper trading');
const wordsOf = (page: Page) => page.getByRole('main').innerText();
/** What the page still loads would be cut off by the end of its server. */
const leave = (page: Page) => page.goto('about:blank');
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value;
          resolve(total);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
      }),
  );

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('D-05 a live site promises no paper trading on its open pages', async ({ page }) => {
      await using server = await serveBuiltSite(site, { exchangeMode: 'live' });
      for (const path of ['/', '/learn', '/signup']) {
        await page.goto(`${server.origin}${path}`);
        expect(await wordsOf(page), path).not.toMatch(PROMISE);
        await expect(paperChip(page)).toBeHidden();
      }
      await leave(page);
    });

    test('D-05 a paper site says that one practices first', async ({ page }) => {
      await using server = await serveBuiltSite(site);
      await page.goto(`${server.origin}/`);
      expect(await wordsOf(page)).toMatch(PROMISE);
      await expect(page.getByText('Connect your exchange', { exact: true })).toBeHidden();
      for (const path of ['/', '/help', '/donate']) {
        await page.goto(`${server.origin}${path}`, { waitUntil: 'commit' });
        await expect(paperChip(page)).toBeVisible();
      }
      await leave(page);
    });
  });
}

test('D-05 in either mode the landing page keeps its words and its place when the mode is known', async ({ page }) => {
  for (const exchangeMode of ['paper', 'live'] as const) {
    await using server = await serveBuiltSite(site, { exchangeMode });
    const known = page.waitForResponse((response) => response.url().endsWith('/api/site'));
    await page.goto(`${server.origin}/`);
    const before = await wordsOf(page);
    await known;
    await expect(page.locator('html')).toHaveAttribute('data-exchange-mode', exchangeMode);
    expect(await wordsOf(page)).toBe(before);
    expect(await shiftOf(page)).toBe(0);
    await leave(page);
  }
});
