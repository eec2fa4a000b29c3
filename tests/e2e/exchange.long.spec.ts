import { MainClient } from 'binance';
import { expect, type Page } from '@playwright/test';
import { test } from './own-market.ts';
import { blocksPage } from './pages/blocks.ts';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults } from './well-behaved.ts';

const symbol = 'XRPUSDT';
const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };

/** The page breaks no rule by what its calls are answered while the exchange is away. */
const forgive = (faults: string[]) =>
  faults.splice(0, Infinity, ...faults.filter((fault) => !fault.includes('status of 5')));

async function settle(page: Page, choice: 'Adopt' | 'Release'): Promise<void> {
  await page.getByRole('button', { name: 'Changed on the exchange: adopt or release' }).click();
  const story = page.getByRole('dialog', { name: 'Order history' });
  await expect(story).toContainText('An order of this block was canceled directly on the exchange.');
  expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  await story.getByRole('button', { name: choice, exact: true }).click();
}

test('what a hand does on the exchange is adopted or let go; while the exchange cannot be reached, that is said', async ({
  page,
  site: { exchange, control },
  faults,
}) => {
  await using _ = await control.steady(symbol, 0.52);
  const { key, secret } = await paperTrader(page);
  const byHand = new MainClient({ api_key: key, api_secret: secret, baseUrl: exchange });
  const resting = async () => (await byHand.getOpenOrders({ symbol })).length;
  const own = deals(page, 'xrp_usdt');
  const here = blocksPage(page, 'xrp_usdt');
  const markets = marketsPage(page);
  const row = here.rows.first();

  await test.step('adopted, the block goes on without its targets', async () => {
    await own.setTargets(await own.buy(0.52, 100), BOTH);
    await expect(row).toContainText('Protected by the exchange');
    await byHand.cancelAllSymbolOrders({ symbol });
    await expect(row).toContainText('Changed externally');
    await expect(here.input(row, 'T.P.')).toBeDisabled();
    await settle(page, 'Adopt');
    await page.keyboard.press('Escape');
    await expect(row).toHaveAttribute('data-status', 'filled');
    await expect(row).toContainText('Unprotected');
    expect(await resting()).toBe(0);
    await here.expectTold(row);
  });

  await test.step('released, it leaves the open rows and is left alone', async () => {
    await here.input(row, 'S.L.').fill('0.494');
    await here.input(row, 'S.L.').press('Enter');
    await expect(row).toContainText('Protected by the exchange');
    await byHand.cancelAllSymbolOrders({ symbol });
    await settle(page, 'Release');
    await expect(here.rows).toHaveCount(0);
    expect((await here.reported('history'))[0]?.[0]).toMatchObject({ status: 'released', profitValue: null });
  });

  await test.step('the exchange is away', async () => {
    // Another amount: the same order within seconds is a double press.
    const held = page.locator(`[data-block="${await own.buy(0.52, 90)}"]`);
    await expect(held).toHaveAttribute('data-status', 'filled');
    await markets.type({ price: '0.5', total: '50' });
    await expect(markets.button).toBeEnabled();
    await control.down(true);
    await markets.button.click();
    await expect(markets.toast('The exchange did not answer.')).toBeVisible();
    await expect(row).toHaveAttribute('data-status', 'unconfirmed');
    await held.getByRole('button', { name: 'Close block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close block' }).click();
    await expect(markets.toast('An error occurred while deleting the order')).toBeVisible();
    await expect(page.getByText(/^Stale: last price \d+ s ago$/)).toBeVisible();
    await expect(markets.button).toBeDisabled();
  });

  await test.step('it is back', async () => {
    await control.down(false);
    await expect(page.getByText(/^Stale/)).toBeHidden();
    await expect(markets.button).toBeEnabled();
    expect(await resting()).toBe(0);
    forgive(faults);
  });
});
