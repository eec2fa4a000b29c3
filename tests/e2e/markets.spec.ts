import { expect, type Locator, type Page } from '@playwright/test';
import { marketsPage } from './pages/markets.ts';
import { steady, trade } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults, expectRefusal, overflow, test } from './well-behaved.ts';

/** Each project has symbols of its own, so that the two may run at once. */
const OWN = {
  phone: { buys: 'MANA', sells: 'BNB' },
  desktop: { buys: 'SAND', sells: 'BTC' },
};
const ownOf = (project: string) => OWN[project as keyof typeof OWN];
const nameOf = (base: string) => `${base.toLowerCase()}_usdt`;

/** What made the browser ask for this path, each time. */
const waysOf = (page: Page, path: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return all.filter(({ name }) => new URL(name).pathname === wanted).map(({ initiatorType }) => initiatorType);
  }, path);

test('a link opens the same view, and another one leads to a view that there is', async ({ page, context, faults }) => {
  await paperTrader(page);
  const markets = marketsPage(page);
  await page.goto(
    '/markets/spot/list?market=BINANCE&symbolName=LTC/BTC&counterEarning=false&section=sell&price=0.0011',
  );
  await expect(page).toHaveTitle(/LTC\/BTC/);
  await expect(page.getByRole('radio', { name: 'Sell' })).toBeChecked();
  // What the page is drawn from was on its way before any script, and was asked for once.
  for (const path of ['user', 'site', 'user/trading', 'markets/spot/binance/ltc_btc'])
    expect(await waysOf(page, `/api/${path}`), path).toEqual(['link']);
  await markets.openSheet();
  await expect(page.getByRole('radio', { name: 'LTC' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Trade type' })).toHaveValue('spot');
  await expect(page.getByRole('option', { name: 'Futures (not traded here)' })).toBeDisabled();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share this view' }).click();
  await expect(markets.toast('Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/markets\/spot\/list\?market=binance&symbolName=ltc_btc&counterEarning=false&section=sell$/,
  );
  await markets.closeSheet();
  await expect(markets.price).toHaveValue('0.001100');
  await expect(markets.button).toBeDisabled();

  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search pair' }).fill('atom');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^ATOM\/USDT/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Favorite: ATOM/USDT' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/symbolName=atom_usdt&counterEarning=false&section=sell$/);
  await expect(page.getByRole('button', { name: 'Coin pair ATOM/USDT' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('list', { name: 'Coin pairs' }).getByRole('listitem').first()).toContainText('ATOM/USDT');

  await page.keyboard.press('Escape');
  const keys = {
    s: /section=sell/,
    a: /section=alerts/,
    h: /section=history/,
    b: /section=buy/,
    e: /counterEarning=true/,
  };
  for (const [key, address] of Object.entries(keys)) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(address);
  }

  await page.goto('/markets/futures/list?symbolName=ltc_usdt&section=buy');
  await expect(markets.toast('Futures are not traded here')).toBeVisible();
  await expect(page).toHaveURL(/\/markets\/spot\/list\?market=binance&symbolName=ltc_usdt/);
  await page.goto('/markets/nowhere');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await expect(page.getByText("Sorry! The page you're looking for cannot be found.")).toBeVisible();
  await expectRefusal(faults, 404);

  const list = /\/api\/markets\/spot\/list\?/;
  await page.route(list, (route) => route.fulfill({ status: 500, json: { error: 'The list cannot be read.' } }));
  await page.goto('/markets/spot/list?symbolName=bch_usdt');
  await expect(page.locator('.Toastify__toast').filter({ hasText: 'The list cannot be read.' }).first()).toBeVisible();
  await page.unroute(list);
  const nothing = page.getByText('No open buy blocks');
  // The page may have read it again by itself.
  await page.getByRole('button', { name: 'Try again' }).or(nothing).click();
  await expect(nothing).toBeVisible();
  for (const fault of faults.splice(0)) expect(fault).toContain('status of 500');
});

test('G-15 a market that there is not leads to the same pair on one that there is, and says so', async ({ page }) => {
  await paperTrader(page);
  const markets = marketsPage(page);
  await page.goto('/markets/spot/list?market=kraken&symbolName=ltc_usdt&section=sell');
  await expect(markets.toast('There is no market “kraken” here. This is Binance.')).toBeVisible();
  await expect(page).toHaveURL(/\?market=binance&symbolName=ltc_usdt&counterEarning=true&section=sell$/);
  await expect(page).toHaveTitle(/LTC\/USDT/);
});

/** Replaces what the field holds. */
async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await field.focus();
  await field.selectText();
  await page.keyboard.press('ControlOrMeta+v');
}

test('G-16 a pasted amount is read as it is written, or refused in words', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open('btc_usdt');
  await markets.type({ price: '5', total: '1' });
  await paste(markets.price, '61,234.56');
  await expect(markets.price).toHaveValue('61234.56');
  await paste(markets.total, '1.2e3');
  await expect(markets.total).toHaveValue('1200');
  await paste(markets.total, '12k');
  await expect(markets.toast('“12k” is not an amount. Type a number, like 1234.56.')).toBeVisible();
  await expect(markets.total).toHaveValue('1200');
});

test('G-16 a pasted amount waits for the code that reads it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [asked, code] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/assets/paste-number-*.js', async (route) => {
    asked.resolve();
    await code.promise;
    await route.continue();
  });
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open('btc_usdt');
  await markets.type({ price: '5', total: '1' });
  await asked.promise;
  await paste(markets.price, '61,234.56');
  await expect(markets.price).toHaveValue('5');
  code.resolve();
  await expect(markets.price).toHaveValue('61234.56');
});

test('a price that moves with the market stays selected, and what is typed replaces it', async ({ page }) => {
  await trade('ZECUSDT', 40);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open('zec_usdt');
  await expect(markets.price).toHaveValue('40.00');
  await markets.total.fill('100');
  for (const [field, typed] of [
    [markets.quantity, '1.5'],
    [markets.price, '38.5'],
  ] as const) {
    const before = await field.inputValue();
    await field.selectText();
    await trade('ZECUSDT', field === markets.price ? 42 : 41);
    await expect(field).not.toHaveValue(before);
    await page.keyboard.insertText(typed);
    await expect(field).toHaveValue(typed);
  }
});

/** As far as the key Tab leads. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 120 && !(await isThere()); presses += 1) await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test(
  'an entry with both targets is placed and closed, by the keyboard alone',
  { tag: '@keyboard' },
  async ({ page }, { project }) => {
    const { buys } = ownOf(project.name);
    await using _ = await steady(`${buys}USDT`, 0.52);
    await paperTrader(page);
    const markets = marketsPage(page);
    await markets.open(nameOf(buys));
    await expect(markets.button).toBeEnabled();
    // Its code comes after the first view.
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    await expect(markets.price).toBeFocused();
    await page.keyboard.type('0,52.00x');
    await expect(markets.price).toHaveValue('0.5200');
    await page.locator('body').press('Shift+Tab');
    await page.keyboard.press('q');
    await page.keyboard.type('192.39');
    await expect(markets.quantity).toHaveValue('192.');
    await expect(markets.total).toHaveValue('99.84');
    await tabTo(markets.takeProfit);
    await page.keyboard.type('0.5460');
    await tabTo(markets.stopLoss);
    await page.keyboard.type('0.5198');
    await expect(markets.form.getByRole('alert')).toHaveText('Max stop loss is 0.5197');
    await expect(markets.button).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('0.4940');
    for (const fact of [
      `192 ${buys}`,
      '99.8400 USDT',
      'Fee 0.1%',
      `0.1920 ${buys}`,
      '0.5233 USDT',
      '+4.3417',
      '5.5804',
    ])
      await expect(markets.receipt).toContainText(new RegExp(fact.replace(/[+.]/g, '\\$&').replace(' ', '\\s')));
    expect(await axeFaults(page, 'main')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(markets.toast('Order successfully placed')).toBeVisible();
    const row = markets.rows.first();
    await expect(row).toHaveAttribute('data-status', 'targets-placed');
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflow(page)).toEqual([]);
    if (size) await page.setViewportSize(size);
    await tabTo(row.getByRole('button', { name: 'Close block' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Close this block?' });
    await expect(question).toContainText(`191 ${buys} are sold at market`);
    await tabTo(question.getByRole('button', { name: 'Close block' }));
    await page.keyboard.press('Enter');
    await expect(markets.rows).toHaveCount(0);
  },
);

test('what of a sale is refused, in which words', async ({ page }, { project }) => {
  const { sells } = ownOf(project.name);
  await using _ = await steady(`${sells}USDT`, 600);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open(nameOf(sells), 'sell');

  const says = (text: string | RegExp) => expect(markets.form.getByRole('status')).toHaveText(text);
  await markets.type({ price: '600', quantity: '0.001' });
  await says(/^Smallest order here: 5\.\d+ USDT \(0\.00[\d.]+ /);
  await markets.type({ price: '600', quantity: '5000' });
  await says(new RegExp(`^Not enough ${sells}: 5,000 needed`));
  await expect(markets.button).toBeDisabled();
  await markets.type({ price: '600', quantity: '0.05' });
  await markets.takeProfit.fill('1');
  await says('Min take profit is 120.00');
  await markets.takeProfit.fill('');
  await markets.type({ price: '4000', quantity: '0.05' });
  await says(/^The price is more than 400% above the market\. Nearest accepted: \d+\.\d\d\.$/);
  await expect(markets.button).toBeDisabled();
  await expect(markets.rows).toHaveCount(0);
});
