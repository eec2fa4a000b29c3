import { expect, type Page } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { holdBack } from './pages/hold-back.ts';
import { keysPage } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { newPerson, paperTrader, signUp } from './pages/sign-up.ts';
import { expectSound, test } from './well-behaved.ts';

const keyNames = async (page: Page): Promise<string[]> => {
  const { apiKeyMarketGroups } = await (await page.request.get('/api/key/all')).json();
  type Group = { mainKey: { name: string }; copyKeys: { name: string }[] };
  const markets = apiKeyMarketGroups as { activeMainApiKeyGroup: Group | null; apiKeyGroups: Group[] }[];
  return markets
    .flatMap(({ activeMainApiKeyGroup: active, apiKeyGroups }) => (active ? [active] : []).concat(apiKeyGroups))
    .flatMap(({ mainKey, copyKeys }) => [mainKey].concat(copyKeys))
    .map(({ name }) => name)
    .toSorted();
};

const isDesktop = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 992;

test('G-01 a paper key and a paper copy key take one press each; no real secret is asked for', async ({ page }) => {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  await keys.button('Add').click();
  const dialog = keys.dialog('Add API');
  await expect(dialog).toContainText('Never enter a key or secret of a real exchange');
  await expect(dialog.getByRole('link', { name: 'How to trade with real money' })).toHaveAttribute(
    'href',
    '/faq#live-mode',
  );
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Add a paper key' }).click();
  await expect(dialog).toBeHidden();
  await expect(keys.card('Paper 2')).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add: Add API-key to repeat your deals' }).click();
  const manage = keys.dialog('Sub-keys of Paper');
  // Outside the rounded corners a press meets the backdrop, also beside the buttons that stay in view.
  const besideCorner = await manage.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return document.elementFromPoint(left + 2, bottom - 3)?.tagName;
  });
  if (isDesktop(page)) expect(besideCorner).toBe('DIALOG');
  await manage.getByRole('button', { name: 'Add a paper copy key' }).click();
  await expect(manage).toBeHidden();
  expect(await keyNames(page)).toEqual(['Paper', 'Paper 2', 'Paper copy']);
  await page.goto('/faq#live-mode');
  await expect(page.getByText('switches live mode on at its start with EXCHANGE_MODE=live')).toBeVisible();
  // The focus ring around the question, 4 px wide with its offset, does not touch the answer.
  const gap = await page.locator('details#live-mode').evaluate((entry) => {
    const bottom = entry.querySelector('summary')?.getBoundingClientRect().bottom ?? 0;
    return (entry.querySelector('p')?.getBoundingClientRect().top ?? 0) - bottom;
  });
  expect(gap).toBeGreaterThan(4);
});

test('G-10 "Trade on paper now" opens one account, however often it is pressed', async ({ page }) => {
  await signUp(page);
  const start = page.getByRole('button', { name: 'Trade on paper now' });
  await start.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(/\/markets\/spot\/list/);
  await page.goto('/welcome');
  await start.click();
  await expect(page).toHaveURL(/\/markets\/spot\/list/);
  expect(await keyNames(page)).toEqual(['Paper']);
});

test('G-11 a press outside a dialog drops nothing that was typed', async ({ page }) => {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  const dialog = keys.dialog('Add API');
  await keys.button('Add').click();
  await dialog.getByLabel('API name').fill('My main key');
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel('API name')).toHaveValue('My main key');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog).toBeHidden();
  await keys.button('Add').click();
  await expect(dialog.getByLabel('API name')).toHaveValue('');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test(
  'G-07 G-20 the longest name fits on every page and is isolated from the words around it',
  { tag: '@layout' },
  async ({ page }) => {
    const name = 'שלום'.padEnd(38, 'W');
    await newPerson(page, name);
    for (const path of ['/welcome', '/account', '/api', '/markets/spot/list']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
      // The page is there before the name is.
      if (path === '/welcome') await expect(page.getByRole('heading', { level: 1 }).locator('bdi')).toHaveText(name);
      // A phone zooms out until everything fits: only the size that it has says what is too wide.
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    }
  },
);

test(
  'G-12 the FAQ search keeps its box in sight and shows the matches only, the best first',
  { tag: '@layout' },
  async ({ page }) => {
    await page.goto('/faq');
    const search = page.getByPlaceholder('Type something');
    const entries = page.getByRole('region', { name: 'Self Service' }).locator('summary');
    const all = await entries.count();
    await search.pressSequentially('stop loss', { delay: 30 });
    await expect(page.getByText(/^\d+ answers match “stop loss”\.$/)).toBeVisible();
    await expect(entries.first()).toHaveText('How do I set a take profit and a stop loss?');
    await expect(entries.first()).toBeInViewport();
    await expect(search).toBeInViewport({ ratio: 1 });
    const matches = page.locator('[data-match]');
    expect(await entries.count()).toBe(await matches.count());
    expect(await entries.count()).toBeLessThan(all);
    await search.fill('zzzz');
    await expect(page.getByText('No answer matches “zzzz”.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Self Service' })).toBeHidden();
    // A search box that is in view does not move, so the title of the page stays above it.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await search.fill('');
    await expect(entries).toHaveCount(all);
  },
);

test('G-14 a filled deal is closed by the button that the help names', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const markets = marketsPage(page);
  // The same order twice within moments would be taken for one.
  for (const [path, quantity, sentence] of [
    ['/help', 20, /To close a filled deal, [^"]*"([^"]+)"/],
    ['/faq#close-now', 21, /Press Close at the end of the row[^"]*"([^"]+)"/],
  ] as const) {
    const id = await deals(page, 'xrp_usdt').buy(0.52, quantity);
    await page.goto(path);
    const named = async () => sentence.exec(await page.getByRole('main').innerText())?.[1] ?? '';
    await expect.poll(named).not.toBe('');
    const button = await named();
    await markets.open('xrp_usdt');
    // Not the row of the deal before, which the device may still have kept.
    await page.locator(`[data-block="${id}"]`).getByRole('button', { name: 'Close block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: button }).click({ timeout: 10_000 });
    await expect(markets.rows).toHaveCount(0);
  }
});

test('G-18 what is wrong with a message comes into sight and takes the focus', { tag: '@layout' }, async ({ page }) => {
  // As high as a phone with its keyboard open: the whole form does not fit.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 500 });
  await page.goto('/faq');
  const form = page.getByRole('region', { name: /^Don't find the answer/ });
  await form.getByPlaceholder('Describe your problem').fill('Nothing fills at all.');
  const send = form.getByRole('button', { name: 'Send' });
  await send.scrollIntoViewIfNeeded();
  await send.click();
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(form.getByRole('button', { name: 'Telegram' })).toBeFocused();
  await form.getByRole('button', { name: 'E-mail' }).click();
  await form.getByLabel('Your e-mail').fill('nobody');
  await send.click();
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(form.getByLabel('Your e-mail')).toBeFocused();
});

test('G-20 the first tap on the donation page counts, and it claims no check of what are examples', async ({
  page,
}) => {
  const release = await holdBack(page, '**/api/donation');
  await page.goto('/donate');
  await page.getByRole('button', { name: 'XRP', exact: true }).click();
  release();
  await expect(page.getByLabel('Coin', { exact: true })).toHaveValue('XRP');
  await expect(page.getByText('These are examples: nothing can be sent to them.')).toBeVisible();
  await expect(page.getByText(/was checked/)).toHaveCount(0);
});

test('G-20 a coin chosen before the app has begun is kept', async ({ page }) => {
  await page.goto('/donate');
  const release = await holdBack(page, '**/assets/*.js');
  const coin = page.getByLabel('Coin', { exact: true });
  await coin.selectOption('DOGE');
  await page.getByRole('heading', { name: 'Popular coins' }).click();
  release();
  await expect(page.getByLabel('Network', { exact: true })).toBeEnabled();
  await expect(coin).toHaveValue('DOGE');
});

test('G-20 /index.html leads to the first page', async ({ page }) => {
  const answer = await page.request.get('/index.html', { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([308, '/']);
  await page.goto('/index.html?from=mail');
  await expect(page).toHaveURL('/?from=mail');
});

test('G-17 the form says what an order really brings, and refuses a price that the exchange would', async ({
  page,
}) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open('xrp_usdt', 'sell');
  // Figures of one line of the receipt stand at one height, before there are any as well.
  const heights = await markets.receipt
    .getByRole('definition')
    .evaluateAll((facts: HTMLElement[]) => facts.map((fact) => fact.offsetTop));
  expect(heights.filter((_height, at) => at % 2 === 0)).toEqual(heights.filter((_height, at) => at % 2 === 1));
  await markets.type({ price: '0.42', quantity: '100' });
  await expect(markets.receipt).toContainText('You get52.0000 USDT');
  await expect(markets.form).toContainText('Fills at once at about 0.5200.');
  // What is said of the price lies on no unit.
  const [note, unit] = await markets.price.evaluate((input) => {
    const range = document.createRange();
    range.selectNode(input.nextElementSibling?.firstChild ?? input);
    const says = input.closest('div')?.parentElement?.querySelector('p');
    return [says, range].map((part) => part?.getBoundingClientRect());
  });
  expect(note && unit && (note.bottom <= unit.top || note.right <= unit.left)).toBe(true);
  await markets.open('xrp_usdt', 'buy');
  await markets.type({ price: '0.9', total: '100' });
  await expect(markets.form).toContainText('The price is more than 20% above the market. Nearest accepted: 0.6240.');
  await expect(markets.form).not.toContainText('fills at once');
  await expect(markets.button).toBeDisabled();
  await markets.type({ price: '0.52', total: '100' });
  await expect(markets.button).toBeEnabled();
  await expect(markets.receipt).toContainText('No stop loss: your whole99.9960 USDT is at risk');
  await markets.takeProfit.fill('0.5203');
  await expect(markets.receipt).toContainText('Take profit loses 0.15% after fees');
});

test('G-17 rows say how many of a page they are; first steps are the same for every pair', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const place = async (counterQuantity: number) => {
    const answer = await page.request.post('/api/markets/spot/first/buy', {
      data: { market: 'binance', symbolName: 'xrp_usdt', price: 0.4, counterQuantity, counterEarning: true },
    });
    expect((await answer.json()).error).toBeNull();
  };
  await place(10);
  const markets = marketsPage(page);
  await markets.open('btc_usdt');
  const step = page.getByRole('listitem').filter({ hasText: 'Place a first order' });
  await expect(step.getByLabel('Done')).toBeVisible();
  await markets.open('xrp_usdt');
  await expect(step.getByLabel('Done')).toBeVisible();
  const title = (text: RegExp) => page.locator('th button, option').filter({ hasText: text }).first();
  await expect(title(/ate ?\(1\)$/)).toBeAttached();
  for (let more = 1; more <= 10; more += 1) await place(10 + more);
  await page.evaluate(() => localStorage.setItem('rows-per-page', '10'));
  await page.reload();
  await expect(title(/ate ?\(1–10\)$/)).toBeAttached();
  // A resting order is worth what its own dialog says.
  await expect(markets.rows.first()).toContainText('20.0000');
});

test('G-17 on the markets page nothing lies on a figure, and none is cut', async ({ page }) => {
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.open('btc_usdt');
  // A long price stands beside the state of the connection, not on it.
  await expect(markets.marketPrice).toHaveText(/^\d\d,\d{3}\.\d\d$/);
  const [live, shown] = await Promise.all(
    [page.getByText('Live', { exact: true }), markets.marketPrice].map((part) => part.boundingBox()),
  );
  expect((live?.x ?? 0) + (live?.width ?? 0)).toBeLessThan(shown?.x ?? 0);
  // At a desk no figure of the day is cut, and what is said of older candles lies below those of the newest.
  const release = await holdBack(page, /candles.*endTime/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await markets.open('btc_usdt');
  const tops = [page.getByTestId('chart-legend'), page.getByText('Loading older candles…')];
  const [legend, said] = await Promise.all(tops.map((part) => part.boundingBox()));
  release();
  expect(said?.y).toBeGreaterThanOrEqual((legend?.y ?? 0) + (legend?.height ?? 0));
  const volume = page.getByText('24 h volume').locator('xpath=../dd');
  await expect(volume).toHaveText(/\dM? USDT$/);
  const beyond = await volume.evaluate((figure) => {
    const { right, bottom } = figure.getBoundingClientRect();
    const room = figure.closest('dl')?.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return Math.max(right - room.right, bottom - room.bottom);
  });
  expect(beyond).toBeLessThan(1);
});

test('G-17 the history stands in the order of its dates', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const own = deals(page, 'xrp_usdt');
  const first = await own.buy(0.52, 20);
  const second = await own.buy(0.52, 30);
  for (const block of [second, first]) {
    await own.close(block);
    await expect.poll(async () => (await own.rows()).some(({ blockId }) => blockId === block)).toBe(false);
  }
  await page.goto('/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=history');
  const rows = page.locator('[data-block]');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAttribute('data-block', first);
  const times = await rows.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  expect(times.toSorted().toReversed()).toEqual(times);
});
