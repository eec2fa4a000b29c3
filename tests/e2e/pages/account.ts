import { expect, type Locator, type Page } from '@playwright/test';

/** The account page as a person uses it. */
export function accountPage(page: Page) {
  const main = page.getByRole('main');
  const field = (name: string): Locator => main.getByRole('textbox', { name, exact: true });
  return {
    field,
    password: main.getByLabel('Password', { exact: true }),
    confirmation: main.getByLabel('Confirm password'),
    save: main.getByRole('button', { name: 'Save', exact: true }),
    cancel: main.getByRole('button', { name: 'Cancel', exact: true }),
    sessions: main.getByRole('region', { name: 'Signed-in devices' }),
    edit: (name: string) => main.getByRole('button', { name: `Edit ${name}` }).click(),
    async open(): Promise<void> {
      await page.goto('/account');
      await expect(field('Username')).toBeVisible();
    },
  };
}
