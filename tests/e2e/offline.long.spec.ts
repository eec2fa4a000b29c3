import { expect, type Locator, type Page, test } from '@playwright/test';
import { marketsPage } from './pages/markets.ts';
import { steady, trade } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound } from './well-behaved.ts';

/** The browser's network with its socket: setOffline leaves an open one silent, not closed. */
async function networkOf(page: Page) {
  let close = (): void => {};
  let away = false;
  await page.routeWebSocket(/\/websocket-url$/, (socket) => {
    close = () => void socket.close();
    if (away) close();
    else socket.connectToServer();
  });
  const setAway = (gone: boolean) => {
    away = gone;
    return page.context().setOffline(gone);
  };
  return { cut: () => setAway(true), closeSocket: () => close(), heal: () => setAway(false) };
}

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'DOGEUSDT', name: 'doge_usdt', price: 0.12, next: 0.125, shown: '0.12500' },
  desktop: { symbol: 'ETHUSDT', name: 'eth_usdt', price: 2000, next: 2100, shown: '2,100.00' },
};

/** A press that waited for the network would be sent as soon as it is back. */
const LATER_MS = 5000;

/** How many lines of text it takes. */
const linesOf = (said: Locator): Promise<number> =>
  said.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight));
  });

test.use({ serviceWorkers: 'allow' });

test('offline says since when, orders wait, and what was pressed is not sent later (P-01, P-07)', async ({ page }, {
  project,
}) => {
  const { symbol, name, price, next, shown } = OWN[project.name as keyof typeof OWN];
  const network = await networkOf(page);
  // A network that fails without the browser's notice: the page learns of it by its socket.
  await page.addInitScript(() => window.addEventListener('offline', (event) => event.stopImmediatePropagation(), true));
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A preview only asks.
    if (request.method() !== 'GET' && !pathname.includes('/preview')) sent.push(`${request.method()} ${pathname}`);
  });
  await using still = await steady(symbol, price);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open(name);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // What was never read has no age.
  await expect(page.getByText('No open buy blocks')).toBeVisible();
  await markets.type({ price: String(price), total: '50' });
  await expect(markets.button).toBeEnabled();

  await test.step('five presses before the page has noticed', async () => {
    await network.cut();
    const pressed = sent.length;
    for (let press = 1; press <= 5; press += 1) {
      await expect(markets.button).toBeEnabled();
      await markets.button.press('Enter');
      await expect.poll(() => sent.length - pressed).toBe(press);
    }
    await expect(markets.toast('the order may have been placed').first()).toBeVisible();
  });

  await test.step('it notices', async () => {
    network.closeSocket();
    const since = page.getByText(/^Offline since \d/);
    await expect(since).toBeVisible();
    const waits = page.getByText('No connection. Order once it is back.');
    await expect(waits).toBeVisible();
    expect(await linesOf(waits), 'the button stays where it is').toBe(1);
    await expect(markets.button).toBeInViewport({ ratio: 1 });
    const stale = page.getByText(/^Stale: last price \d+ s ago$/);
    await expect(stale).toBeVisible();
    for (const said of [since, stale]) expect(await linesOf(said), 'a line for each').toBe(1);
    await expect(page.getByText(/^Offline\. Showing data from .*; changes are disabled\./s)).toBeVisible();
    await expect(markets.button).toBeDisabled();
    await expectSound(page);
    await markets.total.press('Enter');
  });

  await test.step('back online it is live, and nothing is sent', async () => {
    const before = sent.length;
    await network.heal();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(markets.button).toBeEnabled();
    await still[Symbol.asyncDispose]();
    await trade(symbol, next);
    await expect(markets.marketPrice).toHaveText(shown);
    await page.waitForTimeout(LATER_MS);
    expect(sent.slice(before)).toEqual([]);
    await page.reload();
    await expect(page.getByText('No open buy blocks')).toBeVisible();
  });
});
