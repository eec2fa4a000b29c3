import { expect } from '@playwright/test';
import { accountPage } from './pages/account.ts';
import { keyboard } from './pages/keyboard.ts';
import { family, paperPair } from './pages/keys.ts';
import { axeFaults, overflow, test } from './well-behaved.ts';

test('the account shows the active key, those that repeat it and the other groups, and takes new ones, by the keyboard alone', async ({
  page,
}) => {
  const { main, card, dialog, button } = await family(page);
  const tab = keyboard(page);
  const summary = (text: string) => main.locator('summary').filter({ hasText: text });
  await accountPage(page).open();
  await expect(card('Paper')).toContainText('Active');
  await expect(card('One')).toBeHidden();
  await tab.use(summary('Repeat accounts (2)'));
  await expect(card('One')).toContainText('USDT');
  await expect(card('Two')).toBeVisible();
  await expect(card('Other')).toBeHidden();
  await tab.use(summary('Sub-accounts (1)'));
  await expect(card('Other')).toBeVisible();
  await tab.use(card('One').getByTitle('Balances of One by asset'));
  await expect(dialog('Balances of One').getByRole('row')).toHaveCount(6);
  await page.keyboard.press('Escape');
  expect(await axeFaults(page)).toEqual([]);
  expect(await overflow(page)).toEqual([]);

  await tab.use(button('Add: Add API - key'));
  await expect(dialog('Add API')).toBeVisible();
  await page.keyboard.press('Escape');
  await tab.use(button('Add: Add API-key to repeat your deals'));
  const manage = dialog('Sub-keys of Paper');
  await expect(manage.getByRole('tab', { name: 'Add Sub-API' })).toHaveAttribute('aria-selected', 'true');
  const { key, secret } = await paperPair(page);
  for (const [field, text] of [
    [manage.getByLabel('API name'), 'Three'],
    [manage.getByLabel('API key', { exact: true }), key],
    [manage.getByLabel('Secret key'), secret],
  ] as const) {
    await tab.to(field);
    await tab.type(text);
  }
  await tab.use(manage.getByRole('checkbox', { name: /usage policy/ }), 'Space');
  await tab.use(manage.getByRole('button', { name: 'Next' }));
  await expect(manage).toBeHidden();
  await expect(card('Three')).toBeVisible();
});
