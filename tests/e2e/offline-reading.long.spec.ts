import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { kept } from './pages/kept.ts';

test.use({ serviceWorkers: 'allow' });

/** What this person wrote and no other would. */
const CANARY = 'canary: sell half before the halving';

const addAlert = (page: Page, comment: string) =>
  page.evaluate(async (text) => {
    const body = JSON.stringify({
      market: 'BINANCE',
      symbol: 'XRP_USDT',
      price: 0.9123,
      type: 'PRICE_RISES_ABOVE',
      informing: 'ONLY_ONCE',
      comment: text,
    });
    const answer = await fetch('/api/alert/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
  }, comment);

const HISTORY = '/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=history';

async function closeOne(page: Page): Promise<void> {
  await using _ = await steady('XRPUSDT', 0.52);
  const own = deals(page, 'xrp_usdt');
  await own.close(await own.buy(0.52, 100));
  await expect.poll(own.rows).toEqual([]);
}

async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await context.setOffline(true);
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
};

test('what was read is there offline with its age; logging out offline leaves no byte (P-03, P-05, P-07)', async ({
  page,
  context,
}) => {
  await paperTrader(page);
  await addAlert(page, CANARY);
  await closeOne(page);
  await page.goto(HISTORY);
  await expect(page.locator('[data-status=closed]')).toBeVisible();
  await expect.poll(() => kept(page)).toContain('winRate');
  await page.goto('/markets/spot/list');
  await expect(page.getByText('No open buy blocks')).toBeVisible();
  // Rows that the page, its chart and its tabs share.
  const rows = '"counterEarning":true,"market":"binance","page":0,"section":"buy","symbolName":"xrp_usdt"';
  for (const part of ['symbolPrice', rows])
    await expect.poll(async () => (await kept(page)).replaceAll('\\', '')).toContain(part);
  await page.goto('/api');
  await expect(page.getByText('Paper', { exact: true }).first()).toBeVisible();
  const alerts = page.getByRole('link', { name: 'Alerts' }).filter({ visible: true }).first();
  await alerts.click();
  await expect(page.getByText(CANARY)).toBeVisible();
  await expect.poll(() => kept(page)).toContain(CANARY);
  const other = await context.newPage();
  // Storage that never answers costs what was kept, not the page.
  await other.addInitScript(() => {
    indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await other.goto('/alerts');
  await expect(other.getByText(CANARY)).toBeVisible();

  await test.step('a page that starts offline shows it, and how old it is', async () => {
    await goOffline(context, page);
    await page.reload();
    await expect(page.getByText(CANARY)).toBeVisible();
    await expect(page.getByText(/Showing data from \d/)).toBeVisible();
    await expect(page.getByText('Paper trading').first()).toBeVisible();
    await page.goto('/api');
    await expect(page.getByText('Paper', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/Showing data from \d/)).toBeVisible();
    await page.goto('/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy');
    await expect(page.getByText(/^Offline\. Showing data from .*; changes are disabled\./s)).toBeVisible();
    await expect(page.getByText(/^Stale: last price/)).toBeVisible();
    await page.goto(HISTORY);
    await expect(page.locator('[data-status=closed]')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Result in USDT' })).toContainText('−0.2039');
    await expect(page.getByText(/Showing data from \d/)).toBeVisible();
  });

  await test.step('a change of an alert waits, is taken back or sent once, and an order never waits', async () => {
    await page.goto('/alerts');
    const row = page.locator('[data-alert]');
    await row.getByRole('switch', { name: 'ON' }).click();
    await expect(row.getByText('Your change will be saved when you are back online.')).toBeVisible();
    await row.getByRole('button', { name: /^Discard/ }).click();
    await expect(row.getByRole('switch', { name: 'ON' })).toBeChecked();
    await row.getByRole('switch', { name: 'ON' }).click();
    await row.getByRole('button', { name: 'Favorite' }).click();
    await page.reload();
    await expect(row.getByText('Your change will be saved when you are back online.')).toBeVisible();
    await expect(row.getByRole('switch', { name: 'OFF' })).not.toBeChecked();
    // What is tried while there is no connection is not sent.
    const arrived: string[] = [];
    for (const tab of [page, other])
      tab.on('response', (answer) => {
        if (answer.request().method() !== 'GET') arrived.push(answer.request().postData() ?? '');
      });
    await context.setOffline(false);
    await expect(row.getByText('Your change will be saved when you are back online.')).toBeHidden();
    const { content } = await (await page.request.get('/api/alert/list?market=BINANCE&page=0')).json();
    expect(content).toMatchObject([{ active: false, favorite: true, comment: CANARY }]);
    // Each change keeps its own time, so that the newer one of each field is kept.
    const changes = arrived.map((body) => {
      const { active, favorite } = JSON.parse(body) as { active?: boolean; favorite?: boolean };
      return { active, favorite };
    });
    expect(changes).toEqual([{ active: false }, { favorite: true }]);
    await context.setOffline(true);
  });

  await test.step('logging out offline, which asks before it discards a change', async () => {
    const row = page.locator('[data-alert]');
    const waits = row.getByText('Your change will be saved when you are back online.');
    await row.getByRole('button', { name: 'Favorite' }).click();
    await expect(waits).toBeVisible();
    const asked = page.getByRole('dialog', { name: 'Log out without saving?' });
    await logOut(page);
    await expect(asked).toContainText('1 change of your alerts has not been sent yet.');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(waits).toBeVisible();
    await logOut(page);
    await asked.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('You are logged out')).toBeVisible();
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/);
    const left = await kept(page);
    for (const trace of [CANARY, 'XRP_USDT', 'Ada Trader', '@example.com', 'rq-']) expect(left).not.toContain(trace);
    await page.goto('/alerts');
    await expect(page).toHaveURL(/\/signin$/);
  });

  await test.step('the server hears of it once it can be reached', async () => {
    await context.setOffline(false);
    await expect.poll(async () => (await page.request.get('/api/user')).json()).toEqual({});
    await page.reload();
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    expect(await kept(page)).not.toContain('sign-out-owed');
  });

  await test.step('a session that is over leaves no byte either (P-05)', async () => {
    await other.close();
    await paperTrader(page);
    await expect.poll(() => kept(page)).toContain('rq-');
    // An earlier release named the owner of the push subscription by the e-mail address.
    const { email } = (await (await page.request.get('/api/user')).json()) as { email: string };
    await page.evaluate((owner) => localStorage.setItem('push-owner', owner), email);
    await context.clearCookies();
    await page.reload();
    await expect(page).toHaveURL(/\/signin/);
    for (const trace of ['rq-', '@example.com']) await expect.poll(() => kept(page)).not.toContain(trace);
  });
});
