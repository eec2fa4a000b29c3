import { expect } from '@playwright/test';
import { ownSite } from './own-site.ts';
import { blocksPage } from './pages/blocks.ts';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { paperControl } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults, test as base } from './well-behaved.ts';

const test = base.extend<{ site: Awaited<ReturnType<typeof ownSite>> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  site: async ({}, use) => {
    const site = await ownSite({ PAPER_CONTROL: 'on' });
    await use(site);
    await site.close();
  },
  baseURL: ({ site }, use) => use(site.origin),
});

const symbol = 'XRPUSDT';
const HALTED = /XRP\/USDT is halted on Binance since .+: no orders are placed there\./;

test('V-10 a halted pair keeps its rows, says so since when, and goes on by itself', async ({ page, site }) => {
  const control = paperControl(site.dataDir);
  await control.trade(symbol, 0.52);
  await paperTrader(page);
  const own = deals(page, 'xrp_usdt');
  const { rows } = blocksPage(page, 'xrp_usdt');
  const markets = marketsPage(page);
  await own.setTargets(await own.buy(0.52, 100), { takeProfitPrice: 0.6, stopLossPrice: 0.4 });
  await markets.open('xrp_usdt');
  await expect(rows).toHaveCount(1);

  await test.step('the row, the form and the dialog say it', async () => {
    await control.halt(symbol, 'HALT');
    await expect(rows.first()).toContainText(HALTED);
    await expect(page.getByText(/^Halted since /)).toBeVisible();
    await markets.type({ price: '0.5', total: '50' });
    await expect(markets.button).toBeDisabled();
    await expect(markets.form).toContainText(HALTED);
    expect(await axeFaults(page, 'main')).toEqual([]);
    await rows.first().getByRole('button', { name: 'Close block' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(HALTED);
    await expect(dialog.getByRole('button', { name: 'Close block' })).toBeDisabled();
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('it trades again', async () => {
    await control.halt(symbol, 'TRADING');
    await using _ = await control.steady(symbol, 0.52);
    await expect(rows.first()).not.toContainText(HALTED);
    await expect(markets.button).toBeEnabled();
  });
});
