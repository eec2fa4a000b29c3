import { expect, type Page, test } from '@playwright/test';
import { newPerson, paperTrader } from './pages/sign-up.ts';

const toastsSaid = async (page: Page): Promise<string[]> => {
  const said: string[] = [];
  await page.exposeFunction('reportToast', (text: string) => void said.push(text));
  await page.evaluate(() => {
    const report = (window as unknown as { reportToast: (text: string) => void }).reportToast;
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.Toastify__toast')) report(toast.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return said;
};

test('G-09 signing out in one tab leads the other to the sign-in page, without a lost socket', async ({
  page,
  context,
}) => {
  await newPerson(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/alerts');
    await expect(tab.getByText('Live', { exact: true })).toBeVisible();
  }
  const said = await toastsSaid(other);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/);
  await expect(other.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(said.filter((text) => text.includes('Socket'))).toEqual([]);
});

test.describe('with what the device keeps', () => {
  test.use({ serviceWorkers: 'allow' });

  test('G-08 an expired session stays on the sign-in page', async ({ page, context }) => {
    await paperTrader(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('readable-by'))).not.toBeNull();
    await page.goto('/alerts');
    await expect(page.getByText('No alerts yet')).toBeVisible();
    // What is kept is written half a second after it was read.
    const kept = () =>
      page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name?.startsWith('rq-')));
    await expect.poll(kept).toBe(true);
    await context.clearCookies();
    const places: string[] = [];
    page.on('framenavigated', (frame) => void places.push(new URL(frame.url()).pathname));
    await page.goto('/signin');
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/signin$/);
    expect(new Set(places)).toEqual(new Set(['/signin']));
  });
});

test('G-13 nothing on the landing page moves when the price arrives', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let now = 0.5061;
  await page.route('**/api/site/price**', (route) => {
    now += 0.0001;
    return route.fulfill({ json: { pair: 'XRP/USDT', price: now, time: Date.now() } });
  });
  await page.goto('/');
  await page.mouse.move(300, 300);
  await expect(page.getByText('Live price')).toBeVisible();
  await expect(page.getByText(/An example at the current price/).first()).toBeVisible();
  const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.005);
});
