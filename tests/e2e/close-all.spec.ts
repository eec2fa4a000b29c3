import { expect } from '@playwright/test';
import { family } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound, overflow, test } from './well-behaved.ts';

test('V-14 Close all asks once with the amounts, then closes what holds and cancels what waits', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const markets = marketsPage(page);
  for (const [placed, price] of ['0.52', '0.521', '0.4'].entries()) {
    await markets.type({ price, total: '20' });
    await markets.button.click();
    // The form is emptied once its order is placed.
    await expect(markets.rows).toHaveCount(placed + 1);
    await expect(markets.total).toHaveValue('');
  }
  await expect(page.locator('[data-status=filled]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Close all' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Close all buy blocks of XRP/USDT?' });
  await expect(dialog).toContainText(/2 blocks: 76\.5\sXRP are sold at market, about 39\.7800\sUSDT/);
  await expect(dialog).toContainText(/1 unfilled order of 50\.0\sXRP \(20\.0000\sUSDT\) will be canceled/);
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Close 3 blocks' }).click();
  await expect(markets.rows).toHaveCount(0);
});

test('G-03 a copy key that is removed is named, and comes back by Undo as it was', async ({ page }) => {
  const keys = await family(page);
  await keys.expand('Paper');
  const copying = keys.row('Two').getByRole('switch');
  await copying.click();
  await expect(copying).not.toBeChecked();
  await keys.button('Remove Two from the group of Paper').click();
  const said = page.getByText('Two was removed from the group of Paper and no longer copies');
  await expect(said).toBeVisible();
  await expect(keys.card('Two')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  const lines = await undo.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await undo.click();
  await expect(keys.row('Two')).toBeVisible();
  await expect(keys.row('Two').getByRole('switch')).not.toBeChecked();
});

test('G-06 the name of a copy key is not cut', async ({ page }) => {
  const keys = await family(page);
  await keys.expand('Paper');
  await keys.pencil('One').click();
  await keys.main.getByRole('textbox', { name: 'Name of One' }).fill('Grandmother of Amsterdam');
  await page.keyboard.press('Enter');
  const name = keys.pencil('Grandmother of Amsterdam').locator('xpath=./*[1]');
  await expect(name).toHaveText('Grandmother of Amsterdam');
  const cut = await name.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
  expect(await overflow(page)).toEqual([]);
});
