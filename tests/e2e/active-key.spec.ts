import { expect } from '@playwright/test';
import { activeUid, addKey, keysPage } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { fund, steady } from './pages/paper-control.ts';
import { anotherDevice, paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

test('V-05 a change of the active key reaches an open form on another device by itself', async ({ page, browser }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const { key } = await addKey(page, 'Second');
  await fund(key, 'USDT', '77.5');
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  const form = page.getByRole('main');
  await expect(form.getByText('Key: Paper')).toBeVisible();
  await markets.type({ price: '0.4', total: '20' });
  await markets.button.click();
  await expect(markets.rows).toHaveCount(1);
  await expect(markets.form).toContainText('9,980');

  const other = await anotherDevice(browser, page);
  const keys = keysPage(other);
  await keys.open();
  await keys.button('Change API').click();
  await keys.main.getByRole('radio', { name: 'Second' }).check();
  const answered = other.waitForResponse('**/api/key/replace');
  await keys.button('OK').click();
  await answered;
  await expect(form.getByText('Key: Second')).toBeVisible();
  await expect(markets.form).toContainText('77.5');
  await expect(markets.rows).toHaveCount(0);
  await expect(page.getByText('Your active key is now Second')).toBeVisible();

  // The order that follows goes to the key that the form names.
  const uid = await activeUid(page);
  const sent = page.waitForRequest('**/api/markets/spot/first/buy');
  await markets.type({ price: '0.4', total: '20' });
  await markets.button.click();
  expect((await sent).postDataJSON()).toMatchObject({ mainUid: uid });
  await expect(markets.rows).toHaveCount(1);
  await other.close();
});

test('V-05 after Change API in the same tab, Markets shows the new key at once', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const { key } = await addKey(page, 'Second');
  await fund(key, 'USDT', '77.5');
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  await markets.type({ price: '0.4', total: '20' });
  await markets.button.click();
  await expect(markets.rows).toHaveCount(1);
  const main = page.getByRole('main');
  await page.getByRole('link', { name: 'API', exact: true }).filter({ visible: true }).first().click();
  const keys = keysPage(page);
  await keys.button('Change API').click();
  await keys.main.getByRole('radio', { name: 'Second' }).check();
  await keys.button('OK').click();
  await expect(page.getByText('Your active key is now Second')).toBeVisible();
  await page.getByRole('link', { name: 'Markets', exact: true }).filter({ visible: true }).first().click();
  await expect(main.getByText('Key: Second')).toBeVisible();
  await expect(markets.rows).toHaveCount(0);
  await expect(markets.form).toContainText('77.5');
});
