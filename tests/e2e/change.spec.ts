import { expect } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { countPresses, timed } from './pages/presses.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound, test } from './well-behaved.ts';

/** Each project has symbols of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'AXSUSDT', name: 'axs_usdt', half: 'BCHUSDT', halfName: 'bch_usdt' },
  desktop: { symbol: 'ETCUSDT', name: 'etc_usdt', half: 'AAVEUSDT', halfName: 'aave_usdt' },
};
const ownOf = (project: string) => OWN[project as keyof typeof OWN];

test('an order that waits is changed from its row, and its history says so', async ({ page }, { project }) => {
  const { symbol, name } = ownOf(project.name);
  await using _ = await steady(symbol, 10);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open(name);
  await markets.type({ price: '9', total: '45' });
  await markets.button.click();
  const row = markets.rows.first();
  await expect(row).toHaveAttribute('data-status', 'placed');
  await row.getByRole('button', { name: 'Edit order' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Change order' })).toBeDisabled();
  await dialog.getByLabel('Price').fill('9.5');
  await expect(dialog).toContainText('5.00% below market');
  await expectSound(page, 'dialog[open]');
  await dialog.getByLabel('Amount').fill('0.1');
  await expect(dialog).toContainText('Smallest order here');
  await dialog.getByLabel('Amount').fill('6');
  await expect(dialog).toContainText('57.0000 USDT');
  await dialog.getByRole('button', { name: 'Change order' }).click();
  await expect(markets.toast('Order successfully changed')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveAttribute('data-status', 'placed');
  await expect(row).toContainText('9.5');
  expect(await deals(page, name).rows()).toMatchObject([{ firstPlacedPrice: 9.5, firstPlacedQuantity: 6 }]);
  await row.getByRole('button', { name: 'Placed' }).click();
  await expect(dialog).toContainText(/You changed the price from 9\.0+ to 9\.50* and the amount from 5 \w+ to 6 \w+\./);
});

test('what is set before the fill is said as it is, and can be changed', async ({ page }, { project }) => {
  const { symbol, name } = ownOf(project.name);
  await using _ = await steady(symbol, 10);
  await paperTrader(page);
  const own = deals(page, name);
  const pair = { market: 'binance', symbolName: name };
  const order = { ...pair, price: 9, counterQuantity: 45, counterEarning: true };
  const placed = await page.request.post('/api/markets/spot/first/buy', { data: order });
  const { orderBlock } = (await placed.json()) as { orderBlock: { blockId: string } };
  await own.setTargets(orderBlock.blockId, { stopLossPrice: 8 });
  const markets = marketsPage(page);
  await markets.open(name);
  const positions = page.getByRole('tab', { name: 'Positions' });
  if (await positions.isVisible()) await positions.click();
  const row = markets.rows.first();
  await expect(row).toContainText('Targets are placed when it fills');
  await expect(row).not.toContainText('Protected');
});

test('half of a block is closed in three presses', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'at a desk the rows stand beside the form');
  const { half, halfName } = ownOf(project.name);
  await using _ = await steady(half, 10);
  const pressed = await countPresses(page);
  await paperTrader(page);
  const own = deals(page, halfName);
  await own.buy(10, 50);
  await own.buy(10, 60);
  const markets = marketsPage(page);
  await markets.open(halfName);
  // The whole form stands on the first screen, also on one of 760 px.
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  for (const height of [760, size.height]) {
    await page.setViewportSize({ ...size, height });
    await markets.expectFormInView();
  }
  const before = await pressed();
  const closed = timed('To close half of a block');
  await page.getByRole('tab', { name: 'Positions' }).click();
  const row = markets.rows.first();
  await row.getByRole('button', { name: 'Close half' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close part' }).click();
  await expect(markets.toast('closed at market')).toBeVisible();
  closed();
  expect((await pressed()) - before).toBe(3);
});
