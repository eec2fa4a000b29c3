import { expect, type Locator, type Page } from '@playwright/test';
import type * as z from 'zod/mini';
import type { createAlert } from '../../server/contracts/alerts.ts';
import { deals } from './pages/deals.ts';
import { dragLine } from './pages/drag-line.ts';
import { activeUid, addCopy, keysPage } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { countPresses, timed } from './pages/presses.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults, expectSound, overflow, test } from './well-behaved.ts';

const HEIGHT = 1080;

test(
  'at a desk the book fills the price, the list of pairs makes a watchlist, and panes keep their sizes',
  { tag: '@keyboard' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: HEIGHT });
    await paperTrader(page);
    const markets = marketsPage(page);
    const bids = page.getByRole('list', { name: /^Bids/ });
    const level = bids.getByRole('button').nth(2);
    await expect(level).toBeEnabled();
    await expect(page.getByRole('list', { name: /^Asks/ }).getByRole('button').last()).toBeEnabled();
    await level.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/price=0\.\d+/);
    await expect(markets.price).not.toHaveValue('');
    await expect(
      page
        .getByRole('table', { name: /^Recent trades/ })
        .getByRole('row')
        .nth(5),
    ).toBeVisible();

    await page.getByRole('button', { name: 'Choose pairs' }).click();
    await page.getByRole('button', { name: 'Volume' }).click();
    await page.getByRole('searchbox', { name: 'Search pair' }).fill('dot');
    await page.getByRole('button', { name: 'Favorite: DOT/USDT' }).click();
    await page.keyboard.press('Escape');
    await page
      .getByRole('list', { name: 'Watchlist' })
      .getByRole('button', { name: /^DOT\/USDT/ })
      .click();
    await expect(page).toHaveURL(/symbolName=dot_usdt/);
    await expect(level).toBeEnabled();

    const edge = page.getByRole('separator', { name: 'Width of the order book' });
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(edge).toHaveAttribute('aria-valuenow', '276');
    await page.reload();
    await expect(edge).toHaveAttribute('aria-valuenow', '276');
    await expect(level).toBeEnabled();

    const chart = await page.locator('[data-desk] canvas').first().boundingBox();
    expect(chart?.height).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(HEIGHT);
    expect(await overflow(page)).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);

    const figures = page.getByRole('region', { name: 'Market', exact: true }).getByRole('definition');
    const data = {
      Book: bids.getByRole('button').first(),
      Trades: page
        .getByRole('table', { name: /^Recent trades/ })
        .getByRole('row')
        .nth(1),
      Watchlist: page.getByRole('list', { name: 'Watchlist' }).getByRole('button', { name: /^DOT\/USDT/ }),
    };
    for (const width of [992, 1100, 1200, 1280, 1366])
      await test.step(`issue 21: at ${width} px the header has the change, high and low, and tabs have the rest`, async () => {
        await page.setViewportSize({ width, height: 768 });
        // Tools do not lie on the interval beside them.
        await page.getByRole('radio', { name: '1d', exact: true }).check({ trial: true });
        for (const nth of [0, 1, 2]) await expect(figures.nth(nth)).toBeInViewport({ ratio: 1 });
        expect(await overflow(page)).toEqual([]);
        for (const [name, content] of Object.entries(data)) {
          const tab = page.getByRole('tab', { name, exact: true });
          await tab.click();
          await tab.evaluate((element) => element.scrollIntoView());
          await expect(content).toBeInViewport();
        }
        await page.getByRole('tab', { name: 'BUY' }).click();
        await expect(data.Watchlist).toBeHidden();
        await page.evaluate(() => scrollTo(0, 0));
      });
  },
);

const SYMBOL = 'TIAUSDT';
const NAME = 'tia_usdt';
const BOUGHT = 5;
const WAITS = 4.9;
const STOP = 4.8;

/** Opens it, looks at it, and leaves by Escape. */
async function look(page: Page, opener: Locator, name: string | RegExp): Promise<void> {
  await opener.click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('[aria-label^=Loading]')).toHaveCount(0);
  await expectSound(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test(
  'at a desk a waiting order and a stop are changed by dragging, each in two presses and one call; every panel and dialog opens',
  { tag: '@keyboard' },
  async ({ page, hasTouch }) => {
    const hand = { hasTouch, pressed: await countPresses(page) };
    // Notifications are not offered after an alert.
    await page.addInitScript(() => localStorage.setItem('push-offer-declined', 'yes'));
    await using _ = await steady(SYMBOL, BOUGHT);
    await paperTrader(page);
    const own = deals(page, NAME);
    await own.setTargets(await own.buy(BOUGHT, 100), { stopLossPrice: STOP });
    const markets = marketsPage(page);
    const main = page.getByRole('main');
    const button = (name: string | RegExp) => main.getByRole('button', { name }).first();
    const [bought, waiting] = ['targets-placed', 'placed'].map((status) => page.locator(`[data-status=${status}]`));
    if (!bought || !waiting) return;

    await test.step('dragged', async () => {
      await markets.open(NAME);
      await button('Got it').click();
      await markets.type({ price: String(WAITS), total: '49' });
      await markets.button.click();
      await expect(waiting).toHaveCount(1);
      const sent: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/markets/spot/') && !['GET', 'HEAD'].includes(request.method()))
          if (!pathname.includes('/preview')) sent.push(`${request.method()} ${pathname}`);
      });
      const order = await dragLine(page, /^Buy 4\.900: Buy entry of .* 0% filled\. Drag/, hand);
      await expect(markets.toast('Order successfully changed')).toBeVisible();
      expect(order.price).toBeLessThan(WAITS);
      await expect
        .poll(own.rows)
        .toContainEqual(expect.objectContaining({ status: 'placed', firstPlacedPrice: order.price }));
      const changed = timed('To change a stop by dragging');
      const stop = await dragLine(page, /^SL 4\.800: Stop loss of the buy block at 5\.000\. Drag/, hand);
      await expect(markets.toast('Stop loss successfully placed')).toBeVisible();
      changed();
      expect(stop.price).toBeLessThan(STOP);
      await expect
        .poll(own.rows)
        .toContainEqual(expect.objectContaining({ status: 'targets-placed', secondStopLossPlacedPrice: stop.price }));
      expect([order.presses, stop.presses]).toEqual([2, 2]);
      expect(sent).toEqual(['PUT /api/markets/spot/first/', 'PUT /api/markets/spot/third']);
      await waiting.getByTitle('Order history').click();
      const told = page.getByRole('dialog', { name: 'Order history' }).getByRole('listitem');
      const changes = told.filter({ hasText: 'You changed the price from 4.900' });
      await expect(changes).toHaveCount(1);
      await page.keyboard.press('Escape');
    });

    await test.step('at 1920 by 1080 the chart has half of the height, and a row is 44 to 56 px high', async () => {
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1920, height: 1080 });
      const [top, foot] = [
        main.getByRole('group', { name: 'Candles of' }),
        main.getByRole('link', { name: /^TradingView/ }),
      ];
      const share = async () => {
        const [first, last] = await Promise.all([top.boundingBox(), foot.boundingBox()]);
        return ((last?.y ?? 0) + (last?.height ?? 0) - (first?.y ?? 0)) / 1080;
      };
      await expect.poll(share).toBeGreaterThanOrEqual(0.5);
      for (const row of [bought, waiting]) {
        const { height = 0 } = (await row.getByRole('row').first().boundingBox()) ?? {};
        expect(height).toBeGreaterThanOrEqual(44);
        expect(height).toBeLessThanOrEqual(56);
      }
      if (size) await page.setViewportSize(size);
    });

    await test.step('panels beside the chart', async () => {
      for (const name of ['Trades', 'Watchlist', 'Book']) {
        const tab = page.getByRole('tab', { name, exact: true });
        await tab.click();
        await expect(tab).toHaveAttribute('aria-selected', 'true');
        await expect(page.locator('output[aria-label^=Loading]')).toHaveCount(0);
      }
      await expect(page.getByRole('list', { name: /^Bids/ }).getByRole('button').first()).toBeEnabled();
    });

    await test.step('dialogs of the chart', async () => {
      await look(page, button('Lines (3)'), 'Lines on the chart');
      await button('Indicators').click();
      const indicators = page.getByRole('dialog', { name: 'Indicators' });
      for (const name of [/^EMA/, /^Bollinger/, /^RSI/, /^MACD/])
        await indicators.getByRole('switch', { name }).check();
      await expectSound(page, 'dialog[open]');
      await indicators.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByTestId('indicator-legend')).toContainText(/EMA.*RSI.*MACD/s);
      await look(page, button('Draw'), 'Draw a line');
      await button('Draw').click();
      await page.getByRole('button', { name: 'Horizontal line' }).click();
      await page.getByRole('button', { name: 'Enter it instead' }).click();
      const line = page.getByRole('dialog', { name: 'Horizontal line' });
      await line.getByLabel('Price').fill('5.1');
      await expectSound(page, 'dialog[open]');
      await line.getByRole('button', { name: 'Add line' }).click();
      await expect(button('Lines (4)')).toBeVisible();
      await button('Draw').click();
      await page.getByRole('button', { name: 'Trend line' }).click();
      await page.getByRole('button', { name: 'Enter it instead' }).click();
      await expectSound(page, 'dialog[open]');
      await page.getByRole('dialog', { name: 'Trend line' }).getByRole('button', { name: 'Add line' }).click();
      await expect(button('Lines (5)')).toBeVisible();
      const points = main.getByRole('button', { name: /of the trend line\. Drag/ });
      await expect(points).toHaveCount(2);
      await points.first().press('Enter');
      await page.getByRole('button', { name: 'Add alert on this line' }).click();
      const added = page.getByRole('dialog', { name: 'Add notification' });
      await expect(added.getByLabel('Kind')).toHaveValue('trendline');
      await expect(added.locator('output')).toContainText(/have fired/);
      await expectSound(page, 'dialog[open]');
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/alert/'));
      await added.getByRole('button', { name: 'Save alert' }).click();
      const { alert } = (await (await answered).json()) as z.input<typeof createAlert.response>;
      expect(alert).toMatchObject({ active: true, condition: { kind: 'trendline', straightIn: 'price' } });
      await expect(main.getByText(/^UTC([+−]\d+(:\d\d)?)?$/)).toBeVisible();
      await button('Log').click();
      await expect(button('Log')).toHaveAttribute('aria-pressed', 'true');
      await button('Full screen').click();
      await button('Leave full screen').click();
      expect(await axeFaults(page)).toEqual([]);
    });

    await test.step('dialogs of the form and of the rows', async () => {
      await look(page, button(/^Coin pair/), 'Choose a coin pair');
      await markets.type({ price: '5.4', total: '50' });
      await look(page, markets.button, /^Buy 8\.0% above the market\?/);
      await markets.price.fill('');
      await look(page, waiting.getByRole('button', { name: 'Edit order' }), 'Change buy order');
      await look(page, waiting.getByRole('button', { name: 'Remove order' }), 'Remove this order?');
      await look(page, bought.getByRole('button', { name: 'Targets in detail' }), 'Stop Limit / Take Profit');
      await look(page, bought.getByRole('button', { name: 'Close half' }), 'Close a part of this block?');
      await look(page, bought.getByTitle('Order history'), 'Order history');
      await look(page, button('Columns'), 'Columns');
      await look(page, button('Close all'), /^Close/);
      await bought.getByRole('checkbox').check();
      await look(page, button('Set stop'), 'Set a stop');
      await button('Clear').click();
      await look(page, button('Keyboard shortcuts'), 'Keyboard shortcuts');
    });

    await test.step('the other tabs', async () => {
      await page.getByRole('tab', { name: 'Alerts' }).click();
      await look(page, button('Add alert'), 'Add notification');
      await page.getByRole('tab', { name: 'History', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Order history' })).toBeVisible();
      await page.getByRole('tab', { name: 'BUY' }).click();
      await bought.getByRole('button', { name: 'Close block' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close block' }).click();
      await expect(bought).toHaveCount(0);
    });

    await test.step('history and keys', async () => {
      await page.goto('/history');
      await expect(page.getByRole('table', { name: /^Results by day/ })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Fees paid' })).toBeVisible();
      // A row stands on the first screen, below a whole month and its totals.
      await expect(page.locator('[data-deal]').first()).toBeInViewport({ ratio: 1 });
      await look(page, button('Tags and note: TIA/USDT'), 'Tags and note');
      await addCopy(page, 'Sister', await activeUid(page));
      const keys = keysPage(page);
      await keys.open();
      await keys.button('List').click();
      await look(page, keys.button('Manage Paper'), 'Paper');
      await main.getByRole('checkbox', { name: 'Select Sister' }).check();
      await look(page, keys.button('Copy rule'), 'Copy rule of 1 key');
      await expectSound(page);
    });
  },
);
