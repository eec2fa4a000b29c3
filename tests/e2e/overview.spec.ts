import { expect } from '@playwright/test';
import { alertsPage } from './pages/alerts.ts';
import { deals } from './pages/deals.ts';
import { steady } from './pages/paper-control.ts';
import { countPresses, timed } from './pages/presses.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound, overflow, test } from './well-behaved.ts';

test('the overview shows what is unprotected and gives it a stop, with price and loss before the press', async ({
  page,
}) => {
  const pressed = await countPresses(page);
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  await deals(page, 'xrp_usdt').buy(0.52, 100);
  await page.reload();
  const seen = timed('To see what is unprotected');
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Overview' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Needs you (1)' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Set a stop: XRP/USDT' }).first()).toBeInViewport();
  seen();
  expect(await pressed(), 'to see what is unprotected').toBe(1);
  await main.getByRole('button', { name: 'Set a stop: XRP/USDT' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Set a stop' });
  await expect(dialog).toContainText(/Stop 0\.4940/);
  await expect(dialog).toContainText(/▼ −5\.\d+\sUSDT/);
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Set 1 stop' }).click();
  await expect(main.getByText('Nothing needs you now.')).toBeVisible();
  await expect(main.getByText('Unprotected (0)')).toBeVisible();
  expect(await overflow(page)).toEqual([]);

  // Bots and signal hooks stand with the blocks and alerts.
  const [bots, signals] = [main.getByRole('region', { name: 'Bots' }), main.getByRole('region', { name: 'Signals' })];
  await expect(bots.getByText('No active bots')).toBeVisible();
  await expect(signals.getByText('No signal hooks')).toBeVisible();
  const post = async (path: string, data: object): Promise<{ error: unknown; bot: { botId: string } }> =>
    (await page.request.post(path, { data })).json();
  const level = { order: 'buy-sell', baseCurrency: 'XRP', counterCurrency: 'USDT', counterEarning: true };
  const settings = { ...level, buy: 0.4, sell: 0.5, invest: 20, repeat: false };
  const pair = { market: 'binance', symbolName: 'xrp_usdt' };
  const { bot } = await post('/api/bots', { ...pair, name: 'Deep buy', type: 'levels', settings });
  expect((await post(`/api/bots/${bot.botId}/start`, { warned: true })).error).toBeNull();
  await alertsPage(page).putHook('xrp_usdt', 'Momentum');
  await page.reload();
  await expect(signals.getByRole('link', { name: /^Momentum.*Dry run/ })).toBeVisible();
  await expect(bots.getByRole('link', { name: /^Deep buy.*XRP\/USDT · Active · running/ })).toBeVisible();
  await expectSound(page);
  await bots.getByRole('link', { name: /^Deep buy/ }).click();
  await expect(page.getByRole('dialog').getByText('Active · running')).toBeVisible();
});

test('a closed block stands in its day, with its exit price, and is found by its tag', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const xrp = deals(page, 'xrp_usdt');
  const blockId = await xrp.buy(0.52, 100);
  await xrp.close(blockId);
  await page.goto('/history');
  const row = page.locator(`[data-deal="${blockId}"]`);
  await expect(row).toContainText('0.5200');
  // Two lines on a phone, the rest on a tap.
  const height = async () => (await row.boundingBox())?.height ?? 0;
  expect(await height()).toBeGreaterThanOrEqual(44);
  expect(await height()).toBeLessThanOrEqual(60);
  await row.getByRole('button', { name: 'Details: XRP/USDT' }).click();
  await expect(row.locator('[data-label="Ended as"]')).toBeVisible();
  await row.getByRole('button', { name: 'Tags and note: XRP/USDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags and note' });
  await dialog.getByLabel('Tags').fill('Retest');
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('retest');
  // The day's result fits its cell.
  const days = page.getByRole('table', { name: /^Results by day/ });
  const fits = await days
    .getByRole('button')
    .evaluate((day) =>
      [...day.querySelectorAll<HTMLElement>('[aria-hidden=true]')].every(
        (shown) => shown.offsetWidth > 0 && shown.scrollWidth <= day.clientWidth,
      ),
    );
  expect(fits).toBe(true);
  await page.getByLabel('Tag', { exact: true }).selectOption('retest');
  await expect(row).toBeVisible();
  await days.getByRole('button').click();
  await expect(page.getByRole('button', { name: /^Not only/ })).toBeVisible();
  await expect(row).toBeVisible();
  expect(await overflow(page)).toEqual([]);

  await test.step('printed it is the month with its days and rows, and without controls', async () => {
    await page.emulateMedia({ media: 'print' });
    const main = page.getByRole('main');
    for (const seen of [row, row.getByText('XRP/USDT'), row.getByText('retest')]) await expect(seen).toBeVisible();
    await expect(main.getByText(/^Only/)).toHaveText(/^Only\s+\d.*, retest$/, { useInnerText: true });
    await expect(days.getByText(/[−-]?0\.\d+/).filter({ visible: true })).not.toHaveCount(0);
    for (const part of [
      main.getByRole('button'),
      main.getByLabel('Tag', { exact: true }),
      page.getByRole('navigation'),
    ])
      await expect(part.filter({ visible: true })).toHaveCount(0);
  });
});
