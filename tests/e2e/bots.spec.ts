import { expect } from '@playwright/test';
import { signUp } from './pages/sign-up.ts';
import { expectSound, test } from './well-behaved.ts';

test('the demo of bots says that it is one; levels open, change and are made', async ({ page }) => {
  await signUp(page);
  await page.goto('/bots');
  const main = page.getByRole('main');
  const section = (name: string) => main.getByRole('region', { name });
  const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await expect(main.getByText('nothing on this page trades')).toBeVisible();
  await expect(section('Active bots').getByRole('article')).toHaveCount(3);
  await expect(section('All bots').getByRole('article')).toHaveCount(4);
  const levels = section('Active bots').getByRole('article', { name: 'Steady steps' });
  await expect(levels).toContainText('XRP/BTC');
  await expect(levels).toContainText('Sell/Buy from levels');
  await section('Active bots').getByRole('button', { name: 'Detail of Night grid' }).click();
  await expect(toast("This demo opens 'Sell/Buy from levels' only.")).toBeVisible();
  await section('Bot templates').getByRole('button', { name: 'All templates' }).click();
  await expect(section('Bot templates').getByRole('button', { name: /^Create/ })).toHaveCount(12);
  await expect(main.getByRole('link', { name: 'Order' })).toHaveAttribute('href', '/suggestions');

  await levels.getByRole('button', { name: 'Detail of Steady steps' }).click();
  const detail = page.getByRole('dialog', { name: 'Sell/Buy from levels', exact: true });
  await detail.getByRole('button', { name: 'Edit: Bot name' }).click();
  await page.keyboard.type('Patient steps');
  await page.keyboard.press('Enter');
  await expect(detail.getByText('Patient steps')).toBeVisible();
  await expect(detail.getByText('People copied')).toBeVisible();
  await detail.getByLabel('Buy', { exact: true }).fill('0.000006');
  await detail.getByRole('button', { name: 'Save' }).click();
  await expect(detail.getByText('Must be above the price to buy at')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await detail.getByRole('button', { name: 'Reset changes' }).click();
  await expect(detail.getByLabel('Buy', { exact: true })).toHaveValue('0.0000051');
  await expect(detail.getByText('Steady steps')).toBeVisible();
  await detail.getByLabel('Sell', { exact: true }).fill('0.000006');
  await detail.getByRole('button', { name: 'Save' }).click();
  await expect(toast('Saved in this demo only. Nothing trades.')).toBeVisible();

  const create = section('Bot templates').getByRole('button', { name: 'Create Sell/Buy from levels' });
  await create.focus();
  await page.keyboard.press('Enter');
  const making = page.getByRole('dialog', { name: 'Create Sell/Buy from levels' });
  await making.getByRole('tab', { name: 'Sell/Buy' }).click();
  await making.getByRole('radio', { name: 'XRP' }).check();
  for (const [label, text] of [
    ['Buy', '0.5'],
    ['Sell', '0,55'],
    ['Invest', '100'],
  ] as const)
    await making.getByLabel(label, { exact: true }).fill(text);
  await making.getByLabel('Repeat the circle after completion').check();
  await expect(making.getByText(/^One round earns/)).toContainText('XRP');
  await expectSound(page, 'dialog[open]');
  await making.getByRole('button', { name: 'Save' }).click();
  await expect(section('All bots').getByRole('article', { name: 'XRP levels' })).toContainText('Inactive');
  await expectSound(page);
});
