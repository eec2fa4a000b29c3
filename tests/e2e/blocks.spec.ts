import { expect, type Locator } from '@playwright/test';
import type * as z from 'zod/mini';
import type { listKeys } from '../../server/contracts/keys.ts';
import { blocksPage } from './pages/blocks.ts';
import { addCopy } from './pages/keys.ts';
import { liquidity, steady, trade } from './pages/paper-control.ts';
import { marketsPage } from './pages/markets.ts';
import { countPresses, timed } from './pages/presses.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults, overflow, test } from './well-behaved.ts';

/** Each project has symbols of its own, so that the two may run at once. The steps of two are those of XRPUSDT. */
const OWN = {
  phone: { profit: ['ARBUSDT', 'arb_usdt'], loss: ['SEIUSDT', 'sei_usdt'], many: ['OPUSDT', 'op_usdt'] },
  desktop: { profit: ['SUIUSDT', 'sui_usdt'], loss: ['CRVUSDT', 'crv_usdt'], many: ['WLDUSDT', 'wld_usdt'] },
} as const;
const ownOf = (project: string) => OWN[project as keyof typeof OWN];

test(
  'a block goes from its entry to its take profit, in two tabs in step, every number as the server tells it',
  { tag: '@layout' },
  async ({ page, context }, { project }) => {
    const [symbol, name] = ownOf(project.name).profit;
    await using market = await steady(symbol, 0.52);
    await paperTrader(page);
    const here = blocksPage(page, name);
    await here.open();
    await here.buy(0.52, 100);
    const row = here.rows.first();
    await expect(row).toHaveAttribute('data-status', 'filled');
    await expect(row).toContainText('Unprotected');
    await here.expectTold(row);
    await here.cell(row, 'Value').getByRole('button').click();
    await expect(here.cell(row, 'Value')).toContainText('192.3');
    await row.getByRole('row').first().press('Enter');
    await expect(here.cell(row, 'Value')).toContainText('99.9960');

    const input = here.input(row, 'T.P.');
    await input.fill('0,5201x');
    await expect(input).toHaveValue('0.5201');
    await expect(row).toContainText('Min take profit is 0.5203');
    await input.press('Enter');
    await expect(here.toast('Min take profit is 0.5203')).toBeVisible();
    await expect(input).toHaveValue('');
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await input.fill('0.546');
    await row.getByRole('button', { name: 'Set take profit' }).click();
    await expect(here.toast('Take profit successfully placed')).toBeVisible();
    await expect(row).toHaveAttribute('data-status', 'targets-placed');
    await expect(row).toContainText('Protected by the exchange');

    await row.getByRole('button', { name: 'Targets in detail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop Limit / Take Profit' });
    await expect(dialog.getByLabel('Take profit')).toHaveValue('0.5460');
    await expect(dialog).toContainText('+4.7857');
    const ok = dialog.getByRole('button', { name: 'OK' });
    await dialog.getByLabel('Stop limit').fill('0.53');
    await expect(dialog).toContainText('Max stop loss is 0.5197');
    await expect(ok).toBeDisabled();
    await dialog.getByLabel('Stop limit').fill('0.494');
    await expect(dialog).toContainText('−5.1935');
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await ok.click();
    await expect(here.toast('Stop loss/take profit successfully placed')).toBeVisible();
    await expect(dialog).toBeHidden();
    await here.expectTold(row);

    const second = await context.newPage();
    const there = blocksPage(second, name);
    await there.open();
    await there.expectTold(there.rows.first());
    await market[Symbol.asyncDispose]();
    await trade(symbol, 0.53);
    await expect(there.cell(there.rows.first(), 'Profit USDT')).toHaveText('▲ +1.7151');
    await there.expectTold(there.rows.first());
    await trade(symbol, 0.547);
    await expect(there.rows).toHaveCount(0);
    await expect(here.rows).toHaveCount(0);
    await expect(
      here.toast(`Take profit filled on ${name.replace('_', '/').toUpperCase()}: +4.7857 USDT`),
    ).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    const ended = { status: 'take-profit-filled', profitValue: 4.7857134, profitPercent: 4.78 };
    expect(await here.expectEnded(here.rows.first())).toMatchObject(ended);
  },
);

test('a part of an entry is kept, its stop is set, taken off, set again and filled; another block is closed', async ({
  page,
}, { project }) => {
  const [symbol, name] = ownOf(project.name).loss;
  await trade(symbol, 0.52);
  await liquidity(symbol, 50);
  await paperTrader(page);
  const here = blocksPage(page, name);
  await here.open();
  await here.buy(0.52, 100);
  await trade(symbol, 0.52);
  const row = here.rows.first();
  await expect(row).toHaveAttribute('data-status', 'partly-filled');
  await expect(row.getByRole('progressbar', { name: 'Filled' })).toHaveAttribute('value', /^(26|52)/);
  await row.getByRole('button', { name: 'Remove order' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('radio', { name: 'Close at market' })).toBeAttached();
  await question.getByRole('button', { name: 'Remove order' }).click();
  await expect(here.toast('Order successfully removed').first()).toBeVisible();
  await expect(row).toHaveAttribute('data-status', 'filled');
  await liquidity(symbol, null);

  const size = page.viewportSize();
  await page.setViewportSize({ width: size?.width ?? 0, height: 400 });
  await page.getByRole('table').evaluate((table) => window.scrollBy(0, table.getBoundingClientRect().top));
  await here.buy(0.5, 45);
  // On a phone the toast stands over the top of the list.
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(here.rows).toHaveCount(2);
  if (size) await page.setViewportSize(size);
  await here.buy(0.51, 50);
  await expect(here.rows).toHaveCount(3);
  const prices = () => page.locator('td[data-label="Price"]').allTextContents();
  if (project.name === 'phone') await page.getByLabel('Sort by').selectOption('price');
  else await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=price/);
  await expect.poll(prices).toEqual(['0.5200', '0.5100', '0.5000']);
  await page.reload();
  await expect.poll(prices).toEqual(['0.5200', '0.5100', '0.5000']);

  await here.unfold(row);
  const stop = here.input(row, 'S.L.');
  const set = async (price: string, said: string) => {
    await stop.fill(price);
    await stop.press('Enter');
    await expect(here.toast(said).last()).toBeVisible();
  };
  await set('0.494', 'Stop loss successfully placed');
  await expect(row).toHaveAttribute('data-status', 'targets-placed');
  await set('', 'Take profit/stop loss successfully removed');
  await expect(row).toHaveAttribute('data-status', 'filled');
  await set('0.494', 'Stop loss successfully placed');
  await expect(row).toHaveAttribute('data-status', 'targets-placed');
  await trade(symbol, 0.493);
  await expect(here.rows).toHaveCount(2);
  expect((await here.reported('history'))[0]?.[0]).toMatchObject({ status: 'stop-loss-filled' });

  await expect(here.rows.nth(1)).toHaveAttribute('data-status', 'filled');
  await here.unfold(here.rows.nth(1));
  await here.rows.nth(1).getByRole('button', { name: 'Close block' }).click();
  await expect(question).toContainText('89.9');
  await question.getByRole('button', { name: 'Close block' }).click();
  await expect(question).toBeHidden();
  await expect(here.rows).toHaveCount(1);
});

test(
  'more than ten blocks are paged, and stay sorted from one tab to another',
  { tag: '@layout' },
  async ({ page, hasTouch }, { project }) => {
    const [symbol, name] = ownOf(project.name).many;
    await trade(symbol, 2);
    await paperTrader(page);
    await page.evaluate(() => localStorage.setItem('rows-per-page', '10'));
    const here = blocksPage(page, name);
    const prices = Array.from({ length: 11 }, (_, step) => 1.5 + step / 100);
    for (const price of prices) await here.buy(price, 10);
    const shown = prices.map((price) => price.toFixed(3));
    const expectPrices = (wanted: string[]) =>
      expect.poll(() => page.locator('td[data-label="Price"]').allTextContents()).toEqual(wanted);
    await here.open('&sort=price&direction=asc');
    await expectPrices(shown.slice(0, 10));
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await marketsPage(page).side('Sell').click();
    await expect(page.getByText('No open sell blocks')).toBeVisible();
    await marketsPage(page).side('Buy').click();
    await expect(page).toHaveURL(/section=buy&sort=price&direction=asc$/);
    await expectPrices(shown.slice(0, 10));
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectPrices(shown.slice(10));
    await here.unfold(here.rows.first());
    await here.rows.first().getByRole('button', { name: 'Remove order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove order' }).click();
    await expectPrices(shown.slice(0, 10));
    await expect(page.getByText(/^Page \d/)).toBeHidden();

    const title = page.getByRole('columnheader', { name: 'Targets' }).getByRole('button');
    const turn = hasTouch ? page.getByRole('button', { name: / first$/ }) : title;
    if (hasTouch) await page.getByLabel('Sort by').selectOption('targets');
    else await title.click();
    for (const first of ['both set', 'only T.P.', 'only S.L.', 'none']) {
      await expect(turn).toContainText(`${first} first`);
      await turn.click();
    }
  },
);

const fits = async (page: Parameters<typeof overflow>[0]) => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflow(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
};

test('copies stand below their block: one was skipped, says why, and is tried again', async ({ page }) => {
  const pressed = await countPresses(page);
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const here = blocksPage(page, 'xrp_usdt');
  const group = async () => {
    const answer = await page.request.get('/api/key/all');
    const { apiKeyMarketGroups } = (await answer.json()) as z.input<typeof listKeys.response>;
    return apiKeyMarketGroups[0]?.activeMainApiKeyGroup;
  };
  const mainUid = (await group())?.mainKey.uid ?? '';
  await addCopy(page, 'Sister', mainUid);
  await addCopy(page, 'Brother', mainUid);
  const updateUid = (await group())?.copyKeys.find((key) => key.name === 'Brother')?.uid;
  const size = (multiplier: number) =>
    here.send('PUT', '/api/key/group/copy', { mainUid, updateUid, multiplier, ceiling: null });
  await size(0.01);
  await here.open();
  await here.buy(0.52, 100);
  const row = here.rows.first();
  await expect(row).toHaveAttribute('data-status', 'filled');
  await expect(row).toContainText('1 of 2 copied; Brother skipped (too small)');
  const told = timed('To find out why a copy failed');
  await page.getByRole('tab', { name: /^Positions/ }).click();
  const unfold = row.getByRole('button', { name: '1 of 2 copied' });
  await unfold.click();
  const part = (name: string): Locator => row.getByRole('row').filter({ hasText: name }).last();
  await expect(part('Sister')).toContainText('Filled');
  await expect(part('Brother')).toContainText('Skipped');
  await expect(part('Brother')).toContainText(/least|minimum|small/i);
  told();
  expect(await pressed(), 'to find out why a copy failed').toBe(2);
  expect(await axeFaults(page, '[data-block]')).toEqual([]);
  await fits(page);
  await test.step('at a desk its row is no higher than others, and its copies are named when they are shown, as on an unfolded card', async () => {
    const phone = page.viewportSize();
    await page.setViewportSize({ width: 1440, height: 900 });
    const named = row.getByText('1 of 2 copied; Brother skipped (too small)');
    await expect(unfold).toHaveAccessibleDescription(/Brother.* skipped \(too small\)/);
    await expect(named).toBeHidden();
    const height = async () => (await row.getByRole('row').first().boundingBox())?.height;
    // Of 56 px; what fingers press is larger here.
    await expect.poll(height).toBeLessThan(58);
    await unfold.click();
    await expect(named).toBeVisible();
    if (phone) await page.setViewportSize(phone);
    if (phone && phone.width < 780) {
      const fold = row.getByRole('button', { name: 'Targets and actions' });
      await fold.click();
      await expect(named).toBeHidden();
      await expect(row.getByRole('button', { name: /^Filled.*1 of 2 copied$/ })).toBeVisible();
      await fold.click();
      await expect(named).toBeVisible();
    }
    await unfold.click();
  });
  await size(1);
  await row.getByRole('button', { name: 'Try again on Brother' }).click();
  await expect(part('Brother')).toContainText('Filled');
  await row.getByRole('button', { name: 'Filled' }).first().click();
  const story = page.getByRole('dialog', { name: 'Order history' });
  await expect(story).toContainText('You asked to try again.');
  expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Close block' }).click();
  const question = page.getByRole('dialog', { name: 'Close this block?' });
  for (const name of ['Paper', 'Sister', 'Brother']) await expect(question).toContainText(name);
  await question.getByRole('button', { name: 'Close block' }).click();
  await expect(here.rows).toHaveCount(0);
});
