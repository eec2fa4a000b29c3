import { expect, type Locator, type Page } from '@playwright/test';
import { addCopy, keysPage, textOf } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { allow } from './pages/paper-control.ts';
import { newPerson, paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${String(part)} is not shown.`);
  return { ...box, right: box.x + box.width, middle: box.y + box.height / 2 };
};

/** An entry of BTC that rests, with targets as long as prices get. */
async function restingBtc(page: Page): Promise<void> {
  const { symbolPrice } = await (await page.request.get('/api/markets/spot/binance/btc_usdt')).json();
  const pair = { market: 'binance', symbolName: 'btc_usdt', counterEarning: true };
  const order = { price: Math.floor(symbolPrice * 0.9), counterQuantity: 100, takeProfitPrice: 123456.78 };
  const data = { ...pair, ...order, stopLossPrice: Math.floor(symbolPrice * 0.8) + 0.89 };
  const placed = await page.request.post('/api/markets/spot/first/buy', { data });
  expect((await placed.json()).error).toBeNull();
}

test('issue 21: no digit of the targets of a BTC block is cut in its row', async ({ page }) => {
  await paperTrader(page);
  await restingBtc(page);
  const markets = marketsPage(page);
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await markets.open('btc_usdt');
    for (const name of ['T.P. Take profit', 'S.L. Stop loss']) {
      const field = markets.rows.getByRole('textbox', { name });
      await expect(field).toHaveValue(/^\d{5,6}\.\d\d$/);
      const cut = await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(cut, `${name} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('issue 21: on a phone the state of the connection ends where the page ends', async ({ page }) => {
  await newPerson(page);
  for (const path of ['/developers', '/api']) {
    await page.goto(path);
    const chip = page.getByRole('main').getByText('Live', { exact: true });
    await expect(chip).toBeVisible();
    const heading = page.getByRole('heading', { level: 1 }).locator('xpath=..');
    const [end, edge] = [(await boxOf(chip)).right, (await boxOf(heading)).right];
    expect(edge - end, path).toBeLessThan(16);
  }
});

test('issue 21: on a phone the button beside a balance stands in the line of the amount', async ({ page }) => {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  const amount = await boxOf(keys.card('Paper').getByTitle(/^Balances of .* by asset$/));
  const add = await boxOf(keys.button('Add Sub-API to Paper'));
  expect(Math.abs(amount.middle - add.middle)).toBeLessThan(2);
});

test('issue 21: a key that its exchange refuses opens from the overview', async ({ page }) => {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  await addCopy(page, 'One', await keys.mainUid('Paper'));
  await keys.open();
  await keys.expand('Paper');
  await allow(await textOf(page, await keys.uid('One')), { revoked: true });
  await keys.button('Check One').click();
  await expect(keys.dialog('Check One')).toContainText('does not know this API key');
  await page.goto('/overview');
  await page.getByRole('link', { name: 'Open the key One' }).click();
  const key = page.getByRole('dialog', { name: 'One', exact: true });
  await expect(key.getByRole('note')).toContainText('does not know this API key');
  await key.getByRole('button', { name: 'Check again' }).click();
  await expect(keys.dialog('Check One')).toBeVisible();
  await expect(key).toBeHidden();
});

test('issue 21: at a narrow desk no tab of the rows lies under the tools of the list', async ({ page }) => {
  await paperTrader(page);
  await restingBtc(page);
  const markets = marketsPage(page);
  for (const width of [1240, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await markets.open('btc_usdt');
    const tools = await boxOf(page.getByRole('button', { name: 'Unprotected', exact: true }));
    const tabs = page.getByRole('tablist').filter({ has: page.getByRole('tab', { name: 'History' }) });
    const last = await boxOf(tabs.getByRole('tab').last());
    if (last.middle > tools.y && last.middle < tools.y + tools.height)
      expect(last.right, `at ${width}`).toBeLessThanOrEqual(tools.x);
  }
});
