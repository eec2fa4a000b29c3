import { expect, type Page, test } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { liquidity, steady, trade } from './pages/paper-control.ts';
import { countPresses, timed } from './pages/presses.ts';
import { fillSignUp, paperTrader } from './pages/sign-up.ts';
import { expectSound } from './well-behaved.ts';

/** Each project has symbols of its own, so that the two may run at once. */
const OWN = {
  phone: { partly: 'SOLUSDT', partlyName: 'sol_usdt', far: 'LTCUSDT', farName: 'ltc_usdt' },
  desktop: { partly: 'LINKUSDT', partlyName: 'link_usdt', far: 'UNIUSDT', farName: 'uni_usdt' },
};
type Box = Record<'x' | 'y' | 'width' | 'height', number> | null;
/** Null while one of them is not there. */
const overlap = (one: Box, other: Box): boolean | null =>
  one &&
  other &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
const ownOf = (project: string) => OWN[project as keyof typeof OWN];

test('from the landing page to a filled paper order in at most six presses', { tag: '@layout' }, async ({ page }) => {
  const pressed = await countPresses(page);
  await using _ = await steady('XRPUSDT', 0.52);
  const markets = marketsPage(page);
  const filled = timed('From the landing page to a filled order, signing up');
  await page.goto('/');
  await page.getByRole('link', { name: 'Get started' }).first().click();
  await fillSignUp(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Trade on paper now' }).click();
  await expect(markets.price).toHaveValue('0.5200');
  await expect(markets.total).toHaveValue('100');
  await expect(markets.quantity).toHaveValue('192.3');
  await markets.button.click();
  const placed = markets.toast('Order successfully placed');
  await expect(placed).toBeVisible();
  // The next press must not meet the toast: it stands still only after it has slid in.
  await expect.poll(async () => overlap(await placed.boundingBox(), await markets.button.boundingBox())).toBe(false);
  const row = markets.rows.first();
  await expect(row).toHaveAttribute('data-status', 'filled');
  await expect(row).toContainText('Filled');
  filled();
  await expect(row).toContainText('99.996');
  await expect(page.getByText('9,900.0040')).toBeVisible();
  const presses = await pressed();
  expect(presses).toBeGreaterThan(0);
  expect(presses).toBeLessThanOrEqual(6);

  await test.step('and on another day to a protected order in five, fields included', async () => {
    const touched = await countPresses(page, 'button, a, input, select');
    const protectedOrder = timed('From opening the app to an order with stop and target');
    await page.reload();
    await expect(markets.price).toHaveValue('0.5200');
    await markets.form.getByRole('button', { name: '25%', exact: true }).click();
    await markets.takeProfit.click();
    await markets.form.getByRole('button', { name: '+5%' }).click();
    await markets.form.getByRole('button', { name: '−2%' }).click();
    await expect(markets.receipt).toContainText(/Take profit earns/);
    await markets.button.click();
    await expect(page.locator('[data-status=targets-placed]')).toContainText('Protected by the exchange');
    protectedOrder();
    expect(await touched()).toBe(5);
  });
});

test('the example of a first order does not come under the fingers of a person who types', async ({ page }) => {
  const known = Promise.withResolvers<void>();
  const ordered = '**/api/markets/spot/ordered?*';
  await page.route(ordered, async (route) => {
    await known.promise;
    await route.continue();
  });
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.total.focus();
  const answered = page.waitForResponse(ordered);
  known.resolve();
  await (await answered).finished();
  await expect(page.getByText('No open buy blocks')).toBeVisible();
  await page.keyboard.type('50');
  await expect(markets.total).toHaveValue('50');
});

test('an entry away from the market waits, and is removed after one question', async ({ page }, { project }) => {
  const { far, farName } = ownOf(project.name);
  await using _ = await steady(far, 10);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open(farName);
  await markets.type({ price: '9', total: '45' });
  await expect(markets.quantity).toHaveValue('5');
  const request = page.waitForRequest(/\/api\/markets\/spot\/first\/buy/);
  await markets.button.click();
  expect((await request).headers()['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  const row = markets.rows.first();
  await expect(row).toHaveAttribute('data-status', 'placed');
  await row.getByRole('button', { name: 'Remove order' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('45.0000');
  await dialog.getByRole('button', { name: 'Remove order' }).click();
  await expect(markets.toast('Order successfully removed')).toBeVisible();
  await expect(markets.rows).toHaveCount(0);
});

test('fills come in live, part by part', async ({ page }, { project }) => {
  const { partly, partlyName } = ownOf(project.name);
  await trade(partly, 20);
  await liquidity(partly, 1);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open(partlyName);
  await trade(partly, 20);
  await markets.type({ price: '20', quantity: '4' });
  await expect(markets.total).toHaveValue('80');
  await markets.button.click();
  const row = markets.rows.first();
  await expect(row).toHaveAttribute('data-status', 'partly-filled');
  await expect(row).toContainText('25%');
  await trade(partly, 20);
  await expect(row).toContainText('50%');
  await liquidity(partly, null);
  await trade(partly, 20);
  await expect(row).toHaveAttribute('data-status', 'filled');
});

test('the form says what is wrong before anything is sent, and the exchange after', async ({ page }, { project }) => {
  const { far, farName } = ownOf(project.name);
  await using _ = await steady(far, 10);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open(farName);
  await expect(markets.total).toHaveValue('100');
  await markets.total.fill('');
  await markets.price.fill('9,5.1x');
  await expect(markets.price).toHaveValue('9.51');
  await expect(markets.button).toBeDisabled();
  await markets.quantity.fill('0.1');
  await expect(page.getByText(/Smallest order here: /)).toBeVisible();
  await markets.total.fill('1000000');
  await expect(page.getByText(/Not enough USDT/)).toBeVisible();
  await expect(markets.button).toBeDisabled();
  await markets.type({ price: '0.5', total: '20' });
  await expect(
    page.getByText(/^The price is more than 80% below the market\. Nearest accepted: 2\.0+\.$/),
  ).toBeVisible();
  await expect(markets.button).toBeDisabled();
  // A press may be faster than the preview's answer.
  await page.route(/\/api\/markets\/spot\/preview\//, () => {});
  await markets.type({ price: '0.5', total: '21' });
  await markets.button.click();
  await expect(
    markets.toast('Request falls outside the acceptable price range based on the average of previous trades'),
  ).toBeVisible();
  await expect(markets.rows).toHaveCount(0);
});

test('the address is the state of the page', async ({ page }) => {
  await paperTrader(page);
  const markets = marketsPage(page);
  await page.goto('/markets/spot/list?symbolName=BTC/USDT&counterEarning=false&section=sell');
  await expect(page.getByRole('radio', { name: 'Sell' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Coin pair BTC/USDT' })).toBeVisible();
  await markets.openSheet();
  await expect(page.getByRole('radio', { name: 'BTC' })).toBeChecked();
  await expectSound(page, 'dialog[open]');
  await markets.closeSheet();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL(/symbolName=btc_usdt&counterEarning=false&section=history/);
  await page.getByRole('button', { name: 'Coin pair BTC/USDT' }).click();
  await page.getByRole('searchbox', { name: 'Search pair' }).fill('eth');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/symbolName=eth_usdt/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Coin pair BTC/USDT' })).toBeVisible();
  await page.goto('/markets/spot/list?symbolName=abc_xyz');
  await expect(page.getByRole('alert').filter({ hasText: 'ABC/XYZ' })).toBeVisible();
  await expect(page).toHaveURL(/\/markets\/spot\/list$/);
});

/** Whether at some moment from now on the page has neither a row nor a price to show. */
const watchBlanks = (page: Page) =>
  page.evaluate(() => {
    const look = () => {
      const price = document.querySelector('[data-testid=market-price]')?.textContent ?? '—';
      if (!document.querySelector('[data-block]') || price === '—') Object.assign(window, { wasBlank: true });
      requestAnimationFrame(look);
    };
    look();
  });
const wasBlank = (page: Page) => page.evaluate(() => 'wasBlank' in window);

test('a lost socket is opened again by itself, what was missed is read, and ordering waits meanwhile', async ({
  page,
}, { project }) => {
  const { far, farName } = ownOf(project.name);
  let cut = (): void => {};
  let refuse = false;
  await page.routeWebSocket(/\/websocket-url$/, (socket) => {
    if (refuse) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    cut = () => void socket.close();
  });
  await trade(far, 10);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open(farName);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await markets.type({ price: '9', total: '45' });
  await markets.button.click();
  const row = markets.rows.first();
  await expect(row).toHaveAttribute('data-status', 'placed');
  await markets.type({ price: '9', total: '45' });
  await expect(markets.button).toBeEnabled();
  await watchBlanks(page);

  refuse = true;
  cut();
  await expect(page.getByText(/^Offline since \d/)).toBeVisible();
  await expect(markets.toast('Socket connection closed')).toBeVisible();
  await expect(markets.button).toBeDisabled();
  await expect(page.getByText('No connection. Order once it is back.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Remove order (not while offline)' })).toBeDisabled();
  await trade(far, 9);
  await expect.poll(async () => (await deals(page, farName).rows())[0]?.['status']).toBe('filled');
  await expect(row).toHaveAttribute('data-status', 'placed');
  refuse = false;
  await expect(markets.toast('Socket connected')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(row).toHaveAttribute('data-status', 'filled');
  await expect(markets.button).toBeEnabled();

  await test.step('woken from the background it shows what it had until it has the new', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    cut();
    await trade(far, 9.5);
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await expect(markets.marketPrice).toHaveAttribute('value', '9.5');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(markets.button).toBeEnabled();
  });
  expect(await wasBlank(page)).toBe(false);
});
