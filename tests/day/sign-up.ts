import { expect } from '@playwright/test';
import { keysPage } from '../e2e/pages/keys.ts';
import { marketsPage } from '../e2e/pages/markets.ts';
import { fillSignUp } from '../e2e/pages/sign-up.ts';
import type { Day } from './site.ts';

/** From the landing page to a funded paper key. */
export async function signsUp({ page, main, site, picture }: Day): Promise<void> {
  await site.control.trade('XRPUSDT', 0.523);
  await page.goto('/');
  await page.getByRole('link', { name: 'Get started' }).first().click();
  await fillSignUp(page);
  await picture('sign-up');
  await main.getByRole('button', { name: 'Sign up' }).click();
  const trade = page.getByRole('button', { name: 'Trade on paper now' });
  await expect(trade).toBeVisible();
  await picture('welcome');
  await trade.click();
  await expect(marketsPage(page).price).toHaveValue('0.5230');
  await picture('markets');
}

export async function addsCopyKey({ page, picture }: Day): Promise<void> {
  const keys = keysPage(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add: Add API-key to repeat your deals' }).click();
  const manage = keys.dialog('Sub-keys of Paper');
  await picture('sub-keys');
  await manage.getByRole('button', { name: 'Add a paper copy key' }).click();
  await expect(manage).toBeHidden();
  await keys.open();
  await keys.expand('Paper');
  await expect(keys.row('Paper copy')).toBeVisible();
  await picture('keys');
}
