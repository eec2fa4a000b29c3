import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { paperTrader } from './pages/sign-up.ts';

const SENTENCE = 'You have switched your trading off. Switch it on again on your account page.';

test('S-34: a person stops their own trading, sees it where they trade, and goes on', async ({ page }) => {
  await paperTrader(page);
  const notice = page.getByRole('status').filter({ hasText: SENTENCE });
  await expect(notice).toBeHidden();
  await page.goto('/account#security');
  const card = page.getByRole('region', { name: 'Emergency stop' });
  await card.getByRole('button', { name: 'Switch my trading off' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your trading is off' })).toBeVisible();
  await expect(card.getByText('No orders are sent for you')).toBeVisible();
  expect((await new AxeBuilder({ page }).include('[aria-labelledby]').analyze()).violations).toEqual([]);

  await page.goto('/markets/spot/list');
  await expect(notice).toBeVisible();
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  await notice.getByRole('link', { name: 'My account' }).click();
  await card.getByRole('button', { name: 'Switch my trading on' }).click();
  await expect(card.getByRole('button', { name: 'Switch my trading off' })).toBeVisible();
  await page.goto('/markets/spot/list');
  await expect(page.getByLabel('Price', { exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('S-35: a person lowers what can be ordered, and the form says so before anything is sent', async ({ page }) => {
  await paperTrader(page);
  await page.goto('/account#security');
  const card = page.getByRole('region', { name: 'Order limits' });
  await expect(card).toContainText('Ordered in the last 24 hours: 0.00');
  await card.getByLabel('Maximum per order').fill('50');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Order limits saved' })).toBeVisible();
  // EX-12.
  const losses = page.getByRole('region', { name: 'Loss limits' });
  await losses.getByLabel('Limit', { exact: true }).selectOption('Loss of the day, in USDT');
  await losses.getByLabel('At most').fill('25');
  await losses.getByRole('button', { name: 'Save the limit' }).click();
  await expect(losses).toContainText('Lost of the limit: 0.00 USDT of 25.00 USDT');
  await expect(losses.getByRole('button', { name: 'Remove the limit' })).toBeVisible();
  await page.goto('/markets/spot/list');
  await expect(page.getByText('your limit for one order is 50 USDT')).toBeVisible();
});
