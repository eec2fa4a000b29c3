import { expect } from '@playwright/test';
import { addCopy, addKey, keysPage } from './pages/keys.ts';
import { paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

const NAME = 'שלום 1';
const isolated = `\u2068${NAME}\u2069`;

test('G-20 a name that is written from the right is isolated in toasts, options, labels and questions', async ({
  page,
}) => {
  await paperTrader(page);
  await addKey(page, NAME);
  const keys = keysPage(page);
  await keys.open();
  await addCopy(page, 'One', await keys.mainUid(NAME));
  await keys.open();
  await page.getByRole('button', { name: 'Change API' }).click();
  await page.getByRole('radio', { name: NAME }).check();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(`Your active key is now ${isolated}`)).toBeVisible();
  await page.goto('/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=history');
  const options = page.getByLabel('Key', { exact: true }).locator('option');
  await expect(options.filter({ hasText: 'Active key' })).toHaveText(`Active key: ${isolated}`);
  await keys.open();
  await keys.expand(isolated);
  await keys.button(`Remove One from the group of ${isolated}`).click();
  await expect(page.getByText(`One was removed from the group of ${isolated} and no longer copies`)).toBeVisible();
  await keys.button(`Delete ${isolated}`).click();
  const question = page.getByRole('dialog');
  await question.getByRole('checkbox', { name: /^Paper/ }).check();
  await expect(question.getByRole('status')).toHaveText('Paper becomes your active key.');
});
