import { expect } from '@playwright/test';
import { accountPage } from './pages/account.ts';
import { family, paperPair } from './pages/keys.ts';
import { axeFaults, overflow, test } from './well-behaved.ts';

test('the account shows the active key, those that repeat it and the other groups, and takes new ones', async ({
  page,
}) => {
  const { main, card, dialog, button } = await family(page);
  await accountPage(page).open();
  await expect(card('Paper')).toContainText('Active');
  await expect(card('One')).toBeHidden();
  await main.getByText('Repeat accounts (2)').click();
  await expect(card('One')).toContainText('USDT');
  await expect(card('Two')).toBeVisible();
  await expect(card('Other')).toBeHidden();
  await main.getByText('Sub-accounts (1)').click();
  await expect(card('Other')).toBeVisible();
  await card('One').getByTitle('What One holds, asset by asset').click();
  await expect(dialog('What One holds').getByRole('row')).toHaveCount(6);
  await page.keyboard.press('Escape');
  expect(await axeFaults(page)).toEqual([]);
  expect(await overflow(page)).toEqual([]);

  await button('Add: Add API - key').click();
  await expect(dialog('Add API')).toBeVisible();
  await page.keyboard.press('Escape');
  await button('Add: Add API-key to repeat your deals').click();
  const manage = dialog('Sub-keys of Paper');
  await expect(manage.getByRole('tab', { name: 'Add Sub-API' })).toHaveAttribute('aria-selected', 'true');
  const { key, secret } = await paperPair(page);
  await manage.getByLabel('API name').fill('Three');
  await manage.getByLabel('API key', { exact: true }).fill(key);
  await manage.getByLabel('Secret key').fill(secret);
  await manage.getByRole('checkbox', { name: /usage policy/ }).check();
  await manage.getByRole('button', { name: 'Next' }).click();
  await expect(manage).toBeHidden();
  await expect(card('Three')).toBeVisible();
});
