import { expect, type Page, type Route, test } from '@playwright/test';
import { alertsPage } from './pages/alerts.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { newPerson, paperTrader } from './pages/sign-up.ts';

const PORTAL = '<!doctype html><title>Hotel</title><h1>Welcome, please sign in</h1>';
const portal = (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: PORTAL });
const gateway = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
};
const toasts = (page: Page) => page.locator('.Toastify__toast');

for (const [name, between] of [
  ['a captive portal', portal],
  ['a 502', gateway],
] as const)
  test(`H-05 logging out behind ${name} is kept, said, and carried out`, async ({ page }) => {
    await newPerson(page);
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.route('**/logout', between);
    await logOut(page);
    await expect(page.getByText(/^You are logged out on this device\. The site could not be reached/)).toBeVisible();
    await expect(page).toHaveURL(/\/signin$/);
    expect(await (await page.request.get('/api/user')).json()).toHaveProperty('id');
    await page.unroute('**/logout');
    await page.reload();
    await expect.poll(async () => (await page.request.get('/api/user')).json()).toEqual({});
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sign-out-owed'))).toBeNull();
  });

test('H-08 an order behind a portal, a 502, or without an answer says what is known', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  await markets.type({ price: '0.5', total: '50' });
  await expect(markets.button).toBeEnabled();
  const first = '**/api/markets/spot/first/**';
  for (const [between, words] of [
    [
      portal,
      /^No answer from the site: the order may have been placed\. It is safe to press again.*require signing in/,
    ],
    [gateway, /^The site could not be reached \(502\): the order may have been placed\. It is safe to press again/],
  ] as const) {
    await page.route(first, between);
    await markets.button.click();
    await expect(toasts(page).filter({ hasText: words }).first()).toBeVisible();
    await page.unroute(first);
  }
  let answer = (): void => {};
  await page.route(first, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await markets.button.click();
  await expect(
    page.getByText(/^Sent, no answer yet: the order may already be placed\. You will see the answer here/),
  ).toBeVisible();
  answer();
  await expect(toasts(page).filter({ hasText: 'Order successfully placed' }).first()).toBeVisible();
  await expect(page.getByText(/^Sent, no answer yet/)).toBeHidden();
});

test('H-04 an answer of another version says so, and the page reloads once', async ({ page }) => {
  await newPerson(page);
  // Not the event 'load': the page may reload before it has come.
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  // From the first visit on: what was kept of an earlier one would be shown instead, with its age.
  await page.route('**/api/alert/list?**', (route) => route.fulfill({ json: { rows: [], total: 'none' } }));
  await page.goto('/alerts', { waitUntil: 'commit' });
  await expect(page.getByText('This page was newer or older than the site, so it was reloaded.')).toBeVisible();
  await expect(page.getByText('This page is newer or older than the site. Reload it.')).toBeVisible();
  await expect(page.getByText(/will be saved when you are back online|Offline/)).toHaveCount(0);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // A third answer of another version reloads nothing any more.
  const asked = page.waitForResponse(/alert\/list/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(loads).toBe(2);
});

test('G-20 an alert switched offline waits, and nothing red is said', async ({ page, context }) => {
  await newPerson(page);
  const alerts = alertsPage(page);
  await alerts.put('XRP_USDT', 0.1);
  await page.goto('/alerts');
  const { row, toggle, edit } = alerts.row();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // The first message brings the code that shows it: without a connection a red one could not be shown at all.
  await edit('Price', '0.09');
  await expect(alerts.reported('Price changed to 0.09')).toBeVisible();
  const said: string[] = [];
  await page.exposeFunction('reportToast', (text: string) => void said.push(text));
  await page.evaluate(() => {
    const report = (window as unknown as { reportToast: (text: string) => void }).reportToast;
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.Toastify__toast--error')) report(toast.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await context.setOffline(true);
  await expect(page.getByText('Live', { exact: true })).toBeHidden();
  await expect(page.getByText(/^Offline( since .*)?$/)).toBeVisible();
  await toggle.click();
  const note = row.getByText('Your change will be saved when you are back online.');
  await expect(note).toBeVisible();
  // The icon keeps its size where the sentence needs two lines.
  expect((await note.locator('svg').boundingBox())?.width).toBe(16);
  // The failed reading of the list has been tried to its end.
  await expect(page.getByText(/Showing data from/)).toBeVisible();
  expect(said).toEqual([]);
  await context.setOffline(false);
  await expect(note).toBeHidden();
  expect(said).toEqual([]);
});

test('G-20 a change made offline on a device that has no owner yet is kept, and sent', async ({ page, context }) => {
  await newPerson(page);
  const alerts = alertsPage(page);
  await alerts.put('XRP_USDT', 0.1);
  const [fetched, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // What comes after the first view, among it what makes the device this person's.
  const late = async (route: Route) => {
    const response = await route.fetch();
    fetched.resolve();
    await loaded.promise;
    await route.fulfill({ response });
  };
  await page.route('**/assets/member-later-*.js', late, { times: 1 });
  const persisted = page.waitForResponse('**/assets/persisted-*.js');
  await page.goto('/alerts');
  const { row, toggle } = alerts.row();
  await expect(toggle).toBeChecked();
  await Promise.all([fetched.promise, persisted]);
  await context.setOffline(true);
  await toggle.click();
  const note = row.getByText('Your change will be saved when you are back online.');
  await expect(note).toBeVisible();
  loaded.resolve();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readable-by'))).not.toBeNull();
  await context.setOffline(false);
  await expect(note).toBeHidden();
  await page.reload();
  await expect(toggle).not.toBeChecked();
});

test.describe('with what the device keeps', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Rewrites every entry that the device keeps; answers how many there are. */
  const rewrite = (page: Page, change: 'as it is' | 'older by eight days' | 'another shape') =>
    page.evaluate(async (how) => {
      const idle = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
      let changed = 0;
      for (const { name = '' } of await indexedDB.databases()) {
        if (!name.startsWith('rq-')) continue;
        const database = await idle(indexedDB.open(name));
        const store = database.transaction('q', 'readwrite').objectStore('q');
        for (const key of await idle(store.getAllKeys())) {
          const entry = await idle(store.get(key));
          if (how === 'another shape')
            entry.query.state.data = JSON.stringify({ pages: [{ rows: 1 }], groups: 'none' });
          if (how === 'older by eight days') entry.query.state.dataUpdatedAt -= 8 * 86_400_000;
          await idle(store.put(entry, key));
          changed += 1;
        }
        database.close();
      }
      return changed;
    }, change);

  test('H-01 entries of another shape are dropped and read again', async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await paperTrader(page);
    await expect(page.getByText('No open buy blocks')).toBeVisible();
    for (const path of ['/markets/spot/list', '/api', '/alerts']) {
      // What is kept is written half a second after it was read.
      await expect.poll(() => rewrite(page, 'another shape')).toBeGreaterThan(3);
      await page.goto(path);
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expect(page.getByText(/No open buy blocks|^Paper$|No alerts yet/).first()).toBeVisible();
    }
    expect(faults).toEqual([]);
  });

  test('H-06 after eight days without a connection the page says so and what to do', async ({ page, context }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await paperTrader(page);
    await expect(page.getByText('No open buy blocks')).toBeVisible();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    // What is kept is written half a second after it was read: not before leaving the page.
    await expect.poll(() => rewrite(page, 'as it is')).toBeGreaterThan(3);
    // Without the app, which writes back what it has read.
    await page.goto('/robots.txt');
    await expect.poll(() => rewrite(page, 'older by eight days')).toBeGreaterThan(3);
    await context.setOffline(true);
    await page.goto('/markets/spot/list');
    const main = page.getByRole('main');
    await expect(main.getByText('No connection to the site', { exact: true })).toBeVisible();
    await expect(main.getByText(/stay on this device for 7 days.*Connect, then try again/)).toBeVisible();
    await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    // Back online it tries by itself.
    await context.setOffline(false);
    await expect(page.getByLabel('Price', { exact: true })).toBeVisible();
    expect(faults).toEqual([]);
  });
});
