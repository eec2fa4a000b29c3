import { expect } from '@playwright/test';
import { test } from './own-market.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound } from './well-behaved.ts';

test('B-1 a basket whose parts always add up is started, shows how far each is away, and is stopped with its coins kept', async ({
  page,
}) => {
  await paperTrader(page);
  await page.goto('/bots');
  await page.getByRole('button', { name: 'Create Basket' }).click();
  const form = page.getByRole('dialog', { name: 'Create Basket' });
  const percent = (asset: string) => form.getByLabel(`Percent of ${asset}`);
  await form.getByRole('button', { name: 'Add an asset' }).click();
  await expect(percent('BTC')).toHaveValue('34');
  await percent('BTC').fill('60');
  await percent('BTC').press('Enter');
  await expect(percent('ETH')).toHaveValue('20');
  await form.getByRole('slider', { name: 'Share of BTC' }).press('ArrowLeft');
  await expect(percent('BTC')).toHaveValue('59');
  await form.getByLabel('Invest').fill('10');
  await form.getByRole('button', { name: /^Use .* USDT$/ }).click();
  await form.getByLabel('Invest').fill('1500');
  await expect(form.getByRole('button', { name: 'Start with 1,500.00 USDT' })).toBeVisible();
  await form.getByLabel('Invest').fill('500');
  await expect(form.getByRole('region', { name: 'Receipt' }).getByText(/^buys .*USDT\)$/)).toHaveCount(3);
  await expectSound(page, 'dialog[open]');
  await form.getByRole('button', { name: /^Start with 500/ }).click();
  const detail = page.getByRole('dialog', { name: 'Basket' });
  await expect(detail.getByText('Active · running')).toBeVisible();
  await expect(detail.getByRole('list', { name: 'Parts' }).getByText(/ of 59%$/)).toBeVisible();
  await expectSound(page, 'dialog[open]');
  // its own time is run again as that of other bots.
  await detail.getByRole('tab', { name: 'Trust' }).click();
  await detail.getByRole('button', { name: 'Run a twin on paper' }).click();
  await expect(detail.getByText('It begins within a few minutes.')).toBeVisible();
  await detail.getByRole('tab', { name: 'Deals' }).click();
  await expect(detail.getByText(/^Bought .* BTC at /)).toBeVisible();
  await detail.getByRole('tab', { name: 'Settings' }).click();
  await detail.getByLabel('Stop at a total loss of').fill('20');
  await detail.getByRole('button', { name: 'Save' }).click();
  await expect(detail.getByText('stop: this server')).toBeVisible();
  await detail.getByRole('button', { name: 'Stop' }).click();
  const stop = page.getByRole('dialog', { name: 'Stop My basket?' });
  await stop.getByRole('radio', { name: /^Keep coins: .* BTC, .* stay on your account\.$/ }).check();
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(detail.getByText('Inactive')).toBeVisible();
});
