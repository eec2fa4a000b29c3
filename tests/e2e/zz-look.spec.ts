import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

test('look @layout', async ({ page }, info) => {
  test.setTimeout(180_000);
  const shot = async (name: string) => {
    await page.waitForTimeout(900);
    await page.screenshot({ path: `/tmp/look-${info.project.name}-${name}.png` });
  };
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const { buy } = deals(page, 'xrp_usdt');
  await buy(0.52, 100);
  await buy(0.52, 60);
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  await markets.type({ price: '0.4', total: '20' });
  await markets.button.click();
  const more = page.getByRole('button', { name: 'Market, earnings and more' });
  if (await more.isVisible()) await more.click();
  await page.locator('summary').filter({ hasText: 'Average' }).click();
  await shot('menu');
  await page.getByRole('button', { name: 'Choose average' }).click();
  await shot('ticks');
  const ticks = page.getByRole('checkbox', { name: 'Select buy of XRP/USDT' });
  for (const tick of await ticks.and(page.locator(':enabled')).all()) await tick.check();
  await shot('ticked');
  await page.getByRole('button', { name: 'Average 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Average XRP/USDT' });
  await shot('receipt');
  await dialog.getByLabel('New stop loss').fill('0.47');
  await dialog.getByLabel('New take profit').fill('0.56');
  await dialog.getByText('Bring the average to').first().click();
  await dialog.getByLabel('New average').fill('0.51');
  await dialog.getByLabel('By buying at').fill('0.48');
  await shot('receipt-2');
  await dialog.getByText('Nothing is traded').scrollIntoViewIfNeeded();
  await shot('receipt-3');
  await dialog.getByRole('button', { name: 'Join 2 blocks' }).click();
  await shot('joined');
  await markets.average('Split position');
  await shot('split');
  await page.getByRole('dialog').getByLabel('Part 1').fill('97');
  await shot('split-refused');
  await page
    .getByRole('button', { name: 'Cancel' })
    .click()
    .catch(() => {});
  await page.keyboard.press('Escape');
  await markets.average('Average All');
  await shot('all');
});
