import { expect, type Page, test } from '@playwright/test';
import { trade } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'DOTUSDT', label: 'DOT/USDT', name: 'dot_usdt' },
  desktop: { symbol: 'ATOMUSDT', label: 'ATOM/USDT', name: 'atom_usdt' },
};
const ownOf = (project: string) => OWN[project as keyof typeof OWN];

interface NewAlert {
  pair: string;
  type: string;
  price: string;
  comment: string;
}

async function fillAlert(page: Page, { pair, type, price, comment }: NewAlert): Promise<void> {
  await page.getByRole('button', { name: 'Add alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add notification' });
  await dialog.getByLabel('Coin pair').fill(pair);
  await dialog.getByLabel('Alert type').selectOption({ label: type });
  await dialog.getByLabel('Frequency').selectOption({ label: 'Only once' });
  await dialog.getByLabel('Price', { exact: true }).fill(price);
  await dialog.getByLabel('Comment').fill(comment);
}

/** Saves the alert and declines the offer of notifications that follows the first one. */
async function addAlert(page: Page, alert: NewAlert): Promise<void> {
  await fillAlert(page, alert);
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Alert added' }).first()).toBeVisible();
  const offer = page.getByRole('dialog', { name: 'Hear about it at once' });
  await page.addLocatorHandler(offer, () => offer.getByRole('button', { name: 'Not now' }).click());
  await expect(page.getByRole('dialog', { name: 'Add notification' })).toBeHidden();
}

test('an alert fires live, moves to the top with a red dot and is seen on click', async ({ page }, { project }) => {
  const { symbol, label, name } = ownOf(project.name);
  await trade(symbol, 5);
  await paperTrader(page);
  await page.goto('/alerts');
  await addAlert(page, { pair: label, type: 'Price rises above', price: '5.5', comment: 'the first one' });
  await addAlert(page, { pair: label, type: 'Price drops below', price: '3', comment: 'the second one' });
  const rows = page.locator('[data-alert]');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('the second one');
  await trade(symbol, 5.2);
  await trade(symbol, 5.6);
  await expect(rows.first()).toContainText('the first one');
  await expect(rows.first()).toHaveAttribute('data-executed', 'true');
  const unseen = rows.first().getByRole('button', { name: /not seen/ });
  await expect(unseen).toBeVisible();
  await expect(rows.first().getByRole('switch')).not.toBeChecked();
  await page.goto(`/markets/spot/list?symbolName=${name}&section=alerts`);
  await expect(page.getByRole('tab', { name: /Alerts/ })).toContainText('1 not seen');
  await rows.first().getByText(label).click();
  await expect(unseen).toBeHidden();
  await expect(rows.first()).toContainText('Executed, seen');
  await expect(page.getByRole('tab', { name: /Alerts/ })).not.toContainText('not seen');
  await page.reload();
  await expect(rows.first()).toHaveAttribute('data-seen', 'true');
});

test('an alert is changed in its row and deleted after a question', async ({ page }) => {
  await paperTrader(page);
  await page.goto('/alerts');
  await addAlert(page, { pair: 'BNB/USDT', type: 'Price reaches', price: '1', comment: 'unlikely' });
  const row = page.locator('[data-alert]').first();
  await row.getByRole('button', { name: /Price of the alert/ }).click();
  await row.getByRole('textbox', { name: /Price of the alert/ }).fill('2,5');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: /2\.50/ })).toBeVisible();
  await row.getByRole('button', { name: /Comment of the alert/ }).click();
  await row.getByRole('textbox', { name: /Comment of the alert/ }).fill('still unlikely');
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: 'Favorite' }).click();
  await row.getByText('ON', { exact: true }).click();
  await expect(row.getByText('OFF', { exact: true })).toBeVisible();
  await page.reload();
  await expect(row).toContainText('still unlikely');
  await expect(row).toContainText('2.50');
  await expect(row.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true');
  await expect(row.getByRole('switch')).not.toBeChecked();
  await row.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure to delete this alert?' });
  await question.getByRole('button', { name: 'No' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Deleted successfully' })).toBeVisible();
  await expect(row).toBeHidden();
});

test('the form asks for what is missing, and says when a level was passed already', async ({ page }, { project }) => {
  const { symbol, label } = ownOf(project.name);
  await trade(symbol, 5.6);
  await paperTrader(page);
  await page.goto('/alerts');
  await page.getByRole('button', { name: 'Add alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add notification' });
  await dialog.getByLabel('Coin pair').fill('ABC/XYZ');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  for (const sentence of ['Coin pair incorrect. Choose again', 'Choose alert type', 'Choose frequency'])
    await expect(dialog.getByText(sentence)).toBeVisible();
  await dialog.getByLabel('Coin pair').fill(label);
  await dialog.getByLabel('Alert type').selectOption({ label: 'Price rises above' });
  await dialog.getByLabel('Price', { exact: true }).fill('0.00019');
  await expect(dialog.getByLabel('Price', { exact: true })).toHaveValue('0.000');
  await dialog.getByLabel('Price', { exact: true }).fill('0.5');
  await expect(dialog.getByText(/already above.*waits for the next crossing/)).toBeVisible();
  await dialog.getByLabel('Comment').fill('x'.repeat(250));
  await expect(dialog.getByText('200 of 200')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add alert' })).toBeFocused();
});
