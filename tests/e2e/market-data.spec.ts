import { expect } from '@playwright/test';
import { marketsPage } from './pages/markets.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults, overflow, test } from './well-behaved.ts';

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
  },
);
