import type { Locator } from '@playwright/test';

/** Shows the third line of a card; rows of a table show everything. */
export async function unfold(row: Locator): Promise<void> {
  const button = row.getByRole('button', { name: 'Targets and actions' });
  if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click();
}
