import { readFile } from 'node:fs/promises';
import { Big } from 'big.js';
import { expect, type Page } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { dragLine } from './pages/drag-line.ts';
import { marketsPage } from './pages/markets.ts';
import { trade } from './pages/paper-control.ts';
import { countPresses } from './pages/presses.ts';
import { paperTrader } from './pages/sign-up.ts';
import { pointerOn } from './pages/touch.ts';
import { axeFaults, expectRefusal, overflow, test } from './well-behaved.ts';

/** Each project has symbols of its own, so that the two may run at once. */
const OWN = {
  phone: { chart: ['RUNEUSDT', 'rune_usdt'], history: ['ICPUSDT', 'icp_usdt'] },
  desktop: { chart: ['FETUSDT', 'fet_usdt'], history: ['INJUSDT', 'inj_usdt'] },
} as const;
const ownOf = (project: string) => OWN[project as keyof typeof OWN];

/** A narrow chart has its tools in a sheet. */
async function openLines(page: Page, narrow: boolean): Promise<void> {
  if (narrow) await page.getByRole('button', { name: 'Chart tools' }).click();
  await page.getByRole('button', { name: 'Lines (4)' }).press('Enter');
}

const lineHandle = (page: Page, name: RegExp) => page.getByRole('button', { name }).filter({ visible: true });

test(
  'the chart follows the trades; its lines move by pointer and by keyboard, its prices go to the form and to an alert',
  { tag: '@layout' },
  async ({ page, hasTouch, faults }, { project }) => {
    const [symbol, name] = ownOf(project.name).chart;
    const hand = { hasTouch, pressed: await countPresses(page) };
    await trade(symbol, 10);
    await paperTrader(page);
    const own = deals(page, name);
    const blockId = await own.buy(10, 100);
    await own.setTargets(blockId, { takeProfitPrice: 11, stopLossPrice: 9 });
    await own.addAlert(10.5);
    const markets = marketsPage(page);
    await markets.open(name);
    await page.getByRole('button', { name: 'Got it' }).click();
    const summary = page.getByTestId('chart-summary');
    await expect(summary).toContainText('Last price 10.000 USDT.');
    await trade(symbol, 10.2);
    await expect(summary).toContainText('Last price 10.200 USDT.');
    await expect(summary).toContainText(/Range \d+\.\d+ to \d+\.\d+\. 4 lines/);

    const legend = page.getByTestId('chart-legend');
    // The pointer of a desktop may rest on an earlier bar.
    await expect(legend).toContainText(/^O [\d.]+\s*H [\d.]+\s*L [\d.]+\s*C [\d.]+.*%\)\s*Vol [\d.]+K?$/);

    const canvas = page.getByTestId('chart-canvas');
    await canvas.click({ position: { x: 250, y: 60 } });
    await expect(page).toHaveURL(/price=/);
    const picked = new URL(page.url()).searchParams.get('price') ?? '';
    await expect.poll(async () => Number(await markets.price.inputValue())).toBe(Number(picked));

    const takeProfit = lineHandle(page, /^TP .*Take profit of the buy block at 10.000/);
    const pointer = await pointerOn(takeProfit, hasTouch);
    await pointer.press();
    await pointer.drag(14);
    await expect(takeProfit).toContainText('%');
    await pointer.release();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading')).toHaveText('Move take profit');
    const price = dialog.getByLabel('New price');
    await expect(price).not.toHaveValue('11.000');
    await price.fill('10.201');
    await expect(dialog).toContainText('Min take profit is 10.203');
    await expect(dialog.getByRole('button', { name: 'Set take profit' })).toBeDisabled();
    await price.fill('10.9');
    await expect(dialog).toContainText('+6.86%');
    await expect(dialog).toContainText('+7.8020 USDT (+7.80%)');
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Set take profit' }).click();
    await expect(markets.toast('Take profit successfully placed')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await own.rows())[0]).toMatchObject({ secondTakeProfitPlacedPrice: 10.9 });

    await openLines(page, hasTouch);
    await dialog.getByRole('button', { name: /^Change.*Stop loss/ }).press('Enter');
    await price.fill('9.2');
    await price.press('Enter');
    await expect(markets.toast('Stop loss successfully placed')).toBeVisible();
    await expect.poll(async () => (await own.rows())[0]).toMatchObject({ secondStopLossPlacedPrice: 9.2 });
    await openLines(page, hasTouch);
    await dialog.getByRole('button', { name: /^Change.*Alert/ }).press('Enter');
    await price.fill('10.6');
    await price.press('Enter');
    await expect.poll(own.alertPrices).toEqual([10.6]);
    await expect(dialog).toBeHidden();

    const finger = await pointerOn(canvas, hasTouch);
    await finger.hold();
    await expect(dialog.getByLabel('Price', { exact: true })).toHaveValue(/^\d+\.\d+$/);
    if (hasTouch) await finger.release();
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();

    const stop = await dragLine(page, /^SL 9\.200: Stop loss of the buy block at 10\.000\. Drag/, hand);
    expect(stop.presses).toBeGreaterThan(0);
    expect(stop.presses, 'to change a stop by dragging').toBeLessThanOrEqual(2);
    expect(stop.price).toBeLessThan(9.2);
    await expect.poll(async () => (await own.rows())[0]).toMatchObject({ secondStopLossPlacedPrice: stop.price });

    await page.getByRole('radio', { name: '1m', exact: true }).check();
    await expect(summary).toContainText(/3\d\d 1-minute candles/);
    const refuse = { status: 502, json: { error: 'The exchange did not answer.' } };
    await page.route(/candles\/.*endTime=/, (route) => route.fulfill(refuse), { times: 1 });
    const backwards = async () => {
      await canvas.hover();
      await page.mouse.wheel(-5000, 0);
    };
    await backwards();
    await expect(page.getByText('Older candles did not load.')).toBeVisible();
    await expectRefusal(faults, 502);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(summary).toContainText(/6\d\d 1-minute candles/);
    await backwards();
    await expect(summary).toContainText(/9\d\d 1-minute candles/);
    await expect(page.getByRole('link', { name: 'TradingView Lightweight Charts™' })).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
  },
);

test('history has what was closed and what it came to, filtered and downloaded', async ({ page }, { project }) => {
  const [symbol, name] = ownOf(project.name).history;
  await trade(symbol, 10);
  await paperTrader(page);
  const own = deals(page, name);
  const ends = { won: 10.5, lost: 9.9 };
  for (const price of Object.values(ends)) {
    await trade(symbol, 10);
    const blockId = await own.buy(10, price === ends.won ? 100 : 50);
    await trade(symbol, price);
    await own.close(blockId);
    await expect.poll(own.rows).toEqual([]);
  }
  await page.goto(`/markets/spot/list?market=binance&symbolName=${name}&counterEarning=true&section=history`);
  const rows = page.locator('[data-block]');
  await expect(rows).toHaveCount(2);
  const { earned } = await own.get(`/api/history/summary?market=binance&symbolName=${name}&counterEarning=true`);
  const [usdt] = earned as { profit: number; winRate: number; currency: string }[];
  expect(usdt).toMatchObject({ currency: 'USDT', winRate: 50 });
  const total = page.getByRole('region', { name: 'Result in USDT' });
  const shown = new Big(usdt?.profit ?? 0).round(4, 0).toFixed();
  await expect(total.locator('data').first()).toHaveAttribute('value', shown);
  await expect(total).toContainText('1 / 1');
  await expect(total.getByText(/^Result over time: from 0 on/)).toBeAttached();
  const parts = await rows
    .locator('[data-label^=Profit] data')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  const sum = parts.reduce((before, one) => before.plus(one ?? 0), new Big(0));
  // Each row is rounded down, the sum only once.
  expect(new Big(shown).minus(sum).toNumber()).toBeGreaterThanOrEqual(0);
  expect(new Big(shown).minus(sum).toNumber()).toBeLessThan(0.0002);
  expect(await axeFaults(page)).toEqual([]);
  expect(await overflow(page)).toEqual([]);

  const key = page.getByLabel('Key');
  await expect(key.getByRole('option', { selected: true })).toHaveText('Active key: Paper');
  await key.selectOption('All keys, including deleted');
  await page.getByLabel('Time').selectOption('Today');
  await page.getByLabel('Pair', { exact: true }).selectOption('All pairs');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Time').selectOption('Chosen days');
  await page.getByLabel('Last day').fill('2020-01-01');
  await expect(page.getByText('No matching blocks')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(rows).toHaveCount(2);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'All trades as CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('fee,fee asset');
});

test('a chart that cannot be drawn says so, and the form beside it works', async ({ page, faults }) => {
  await paperTrader(page);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => {
      throw new Error('No canvas here.');
    };
  });
  await page.goto('/markets/spot/list');
  await expect(page.getByText('The chart did not load. Orders work without it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Buy XRP/ })).toBeEnabled();
  for (const fault of faults.splice(0)) expect(fault).toContain('No canvas here.');
});
