import { expect } from '@playwright/test';
import { GRID, LADDER } from '../factories/bot-settings.ts';
import { test } from './own-market.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound } from './well-behaved.ts';

test('U-1, C-9 Close all stops every bot, with what becomes of each before the press, and says which it could not and why', async ({
  page,
  site: { control },
}) => {
  await control.trade('XRPUSDT', 0.523);
  await paperTrader(page);
  const post = async (path: string, data: object): Promise<{ error: unknown; bot: { botId: string } }> =>
    (await page.request.post(path, { data })).json();
  const start = async (name: string, type: string, settings: object) => {
    const { bot } = await post('/api/bots', { market: 'binance', symbolName: 'xrp_usdt', name, type, settings });
    expect((await post(`/api/bots/${bot.botId}/start`, { warned: true })).error).toBeNull();
    return bot.botId;
  };
  await start('Night grid', 'grid', GRID);
  const averaging = await start('Ladder', 'averaging', { ...LADDER, additions: 2 });
  await page.goto('/bots');
  const main = page.getByRole('main');
  const active = main.getByRole('region', { name: 'Active bots' });
  await expect(active.getByText('Active · running')).toHaveCount(2);
  await active.getByRole('button', { name: 'Close all bots' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop all active bots?' });
  await expect(dialog.getByRole('button', { name: 'Stop 2 bots' })).toBeDisabled();
  await expect(
    dialog.getByRole('radio', { name: /^Keep coins: .* XRP and .*USDT stay on your account\.$/ }),
  ).toBeVisible();
  await dialog.getByRole('radio', { name: /^Sell coins: about .*USDT in all, with what they hold sold/ }).check();
  const each = dialog.getByRole('list', { name: 'What becomes of each' });
  await expect(each.getByRole('listitem').filter({ hasText: 'Night grid' })).toContainText(/sell coins: about .*USDT/);
  await expect(each.getByRole('listitem').filter({ hasText: 'Ladder' })).toContainText(/sell coins: about .*USDT/);
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The same from the overview; one of them is stopped elsewhere meanwhile.
  await page.goto('/overview');
  const bots = main.getByRole('region', { name: 'Bots' });
  await bots.getByRole('button', { name: 'Close all bots' }).click();
  await dialog.getByRole('radio', { name: /^Sell coins: / }).check();
  await expect(each.getByRole('listitem')).toHaveCount(2);
  expect((await post(`/api/bots/${averaging}/stop`, { coins: 'keep' })).error).toBeNull();
  await dialog.getByRole('button', { name: 'Stop 2 bots' }).click();
  await expect(dialog.getByText('1 of 2 bots stop. Not stopped:')).toBeVisible();
  await expect(
    dialog.getByText(/^Ladder: This bot (is stopping|has stopped): there is nothing to stop\.$/),
  ).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(bots.getByText('No active bots')).toBeVisible();
  await expect(bots.getByRole('button', { name: 'Close all bots' })).toBeHidden();
});
