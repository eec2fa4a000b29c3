import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { serveBuiltSite } from './built-site.ts';
import { alertsPage } from './pages/alerts.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { newPerson, paperTrader } from './pages/sign-up.ts';

/** Another tab pressed Reload: the worker of the next version took over. */
const takeOver = (page: Page) =>
  page.evaluate(() => {
    for (let time = 0; time < 2; time += 1) navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
  });

test('H-02 a half-typed alert holds back the reload, and lets it go', async ({ page }) => {
  await newPerson(page);
  await page.goto('/alerts');
  const { dialog, fields } = alertsPage(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('button', { name: 'Add your first alert' }).click();
  await fields.comment.fill('half typed');
  await takeOver(page);
  await expect(fields.comment).toHaveValue('half typed');
  await expect(page.getByText('A new version is ready')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('A new version is ready')).toBeVisible();
  expect(loads).toBe(0);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => loads).toBe(1);
});

test('H-02 a page with nothing typed reloads at once; a search holds nothing', async ({ page }) => {
  await newPerson(page);
  await page.goto('/alerts');
  await expect(page.getByText('No alerts yet')).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('searchbox').fill('xrp');
  await takeOver(page);
  await expect.poll(() => loads).toBe(1);
});

test('H-02 a half-typed order outlives a look at another page', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  await markets.type({ price: '0.4', total: '37' });
  await page.getByRole('link', { name: 'Alerts' }).filter({ visible: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Alerts' }).first()).toBeVisible();
  await page.goBack();
  await expect(markets.total).toHaveValue('37');
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('0.4');
  expect(await page.evaluate(() => Object.keys(sessionStorage).some((name) => name.startsWith('of-person:')))).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('of-person:'))),
  ).toEqual([]);
});

test('H-09 the status bar has the color of the theme that was chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await newPerson(page);
  await page.goto('/account');
  const colors = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await colors()).toEqual(['#0d1117']);
  await page.getByRole('radio', { name: 'Light' }).check();
  expect(await colors()).toEqual(['#f5f7fa']);
  await expect.poll(ground).toBe('rgb(245, 247, 250)');
  await page.reload();
  expect(await colors()).toEqual(['#f5f7fa']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('radio', { name: 'Dark' }).check();
  expect(await colors()).toEqual(['#0d1117']);
  await page.getByRole('radio', { name: 'System' }).check();
  expect(await colors()).toEqual(['#f5f7fa']);
});

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('H-03 another version is found when the page comes to the front and when the connection is back', async ({
    page,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-front-'));
    const site = join(folder, 'site');
    await cp('dist/client', site, { recursive: true });
    await using server = await serveBuiltSite(site);
    await page.addInitScript(() => {
      const counted = window as unknown as { checks: number };
      counted.checks = 0;
      const { update } = ServiceWorkerRegistration.prototype;
      ServiceWorkerRegistration.prototype.update = function check() {
        counted.checks += 1;
        return update.call(this);
      };
    });
    const checks = () => page.evaluate(() => (window as unknown as { checks: number }).checks);
    await page.goto(server.origin);
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const worker = await readFile(join(site, 'sw.js'), 'utf8');
    for (const end of ['.br', '.gz']) await rm(join(site, `sw.js${end}`), { force: true });
    await writeFile(join(site, 'sw.js'), `${worker}\n// the next version`);
    await expect(page.getByText('A new version is ready')).toBeHidden();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('A new version is ready')).toBeVisible();
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(page.getByText('A new version is ready')).toBeHidden();
    await page.keyboard.press('Tab');
    await writeFile(join(site, 'sw.js'), `${worker}\n// the one after`);
    await expect(async () => {
      const before = await checks();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      // The browser also checks by itself, a while after a page was loaded.
      expect(await checks()).toBeGreaterThan(before);
      await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await rm(folder, { recursive: true, force: true });
  });
});
