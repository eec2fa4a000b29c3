import { expect } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound, test } from './well-behaved.ts';

test('U-11 AV-3 ticked blocks are joined after their receipt, and split again', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const { buy } = deals(page, 'xrp_usdt');
  await buy(0.52, 100);
  await buy(0.52, 60);
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  await markets.type({ price: '0.4', total: '20' });
  await markets.button.click();
  await expect(markets.rows).toHaveCount(3);
  await markets.average('Choose average');
  await expect(page.getByText('Cannot be joined: Its entry is not filled yet.')).toBeVisible();
  const ticks = page.getByRole('checkbox', { name: 'Select buy of XRP/USDT' });
  await expect(ticks.and(page.locator(':disabled'))).toHaveCount(1);
  for (const tick of await ticks.and(page.locator(':enabled')).all()) await tick.check();
  await page.getByRole('button', { name: 'Average 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Average XRP/USDT' });
  await expect(dialog).toContainText(/Bought307\.6\sXRP/);
  await dialog.getByLabel('New stop loss').fill('0.53');
  await expect(dialog.getByRole('alert')).toHaveText('Max stop loss is 0.5197');
  await dialog.getByLabel('New stop loss').fill('0.47');
  await expect(dialog).toContainText('If the stop loss fills');
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Join 2 blocks' }).click();
  // Below the top of the list new blocks are held back, so that rows do not move.
  const show = async (blocks: number) => {
    await page.evaluate(() => globalThis.scrollTo(0, 0));
    await expect(page.locator('[data-status=targets-placed]')).toHaveCount(blocks);
  };
  await show(1);
  await expect(markets.rows).toHaveCount(2);

  await markets.average('Split position');
  const split = page.getByRole('dialog', { name: 'Split position XRP/USDT' });
  await split.getByLabel('Part 1').fill('60');
  await expect(split).toContainText('Part 2: 40%, what is left');
  await expectSound(page, 'dialog[open]');
  await split.getByRole('button', { name: 'Split into 2' }).click();
  await show(2);
});
