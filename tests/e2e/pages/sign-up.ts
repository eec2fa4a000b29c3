import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'Correct-horse-7!';

/** Fills in the form of the sign-up screen; pressing its button is the test's business. */
export async function fillSignUp(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Name', { exact: true }).fill('Ada Trader');
  await main.getByLabel('E-mail').fill(`ada-${crypto.randomUUID()}@example.com`);
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByLabel('Confirm new password').fill(PASSWORD);
}

/** A new person, signed in, before the choice of how to begin. */
export async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await fillSignUp(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('button', { name: 'Trade on paper now' })).toBeVisible();
}

/** A new person with a funded paper key, on Markets. */
export async function paperTrader(page: Page): Promise<void> {
  await signUp(page);
  await page.getByRole('button', { name: 'Trade on paper now' }).click();
  await expect(page).toHaveURL(/\/markets\/spot\/list/);
  await expect(page.getByLabel('Price', { exact: true })).toBeVisible();
}
