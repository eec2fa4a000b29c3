import { expect, type Page } from '@playwright/test';
import { klinesCsv, zipOf } from '../factories/price-files.ts';
import { test } from './own-market.ts';
import { paperTrader } from './pages/sign-up.ts';
import { expectSound } from './well-behaved.ts';

const MINUTE = 60_000;
const FIRST = Date.UTC(2024, 11, 31, 12);
const NAME = 'XRPUSDT-1m-2024-12-31.csv';

/** A day of minutes between 0.5 and 0.55, over the turn of the year. */
const bars = Array.from({ length: 1440 }, (_, at) => {
  const price = (step: number) => Math.round((0.525 + 0.025 * Math.sin(step / 40)) * 1e4) / 1e4;
  const [open, close] = [price(at), price(at + 1)];
  return [FIRST + at * MINUTE, open, Math.max(open, close), Math.min(open, close), close] as const;
}).filter((_, at) => at !== 700);

const YEAR = 525_600;
const YEAR_NAME = 'XRPUSDT-1m-2024-06';

/** A year of minutes in a zip, as data.binance.vision has it: it falls and rises four times through the lines. */
function yearOfMinutes(): Buffer {
  const price = (step: number) => Math.round((0.525 + 0.04 * Math.sin((step / YEAR) * 8 * Math.PI)) * 1e4) / 1e4;
  const minutes = Array.from({ length: YEAR }, (_, at) => {
    const [open, close] = [price(at), price(at + 1)];
    return [Date.UTC(2024, 5, 1) + at * MINUTE, open, Math.max(open, close), Math.min(open, close), close] as const;
  });
  return zipOf({ name: `${YEAR_NAME}.csv`, content: Buffer.from(klinesCsv(minutes)) });
}

/** a year of minutes, from its zip to its report. */
async function runYear(page: Page): Promise<void> {
  const files = page.getByRole('region', { name: 'Your files of prices' });
  const report = page.getByRole('region', { name: 'Grid bot, XRP/USDT' });
  await files.locator('input[type=file]').setInputFiles({
    name: `${YEAR_NAME}.zip`,
    mimeType: 'application/zip',
    buffer: yearOfMinutes(),
  });
  await expect(files.getByText(/525,600 bars/)).toBeVisible({ timeout: 60_000 });
  const backtestId = await page.evaluate(async (name) => {
    const ask = async (path: string, body?: object) => {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const of = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      return (await fetch(path, of)).json();
    };
    const { content } = await ask('/api/backtests/files');
    const year = content.find((file: { name: string }) => file.name.startsWith(`${name}.zip`));
    const settings = { low: 0.48, high: 0.56, steps: 8, spacing: 'amount', size: 'amount', invest: 400 };
    const bot = { type: 'grid', market: 'binance', symbolName: 'xrp_usdt', settings };
    const time = { from: Date.UTC(2024, 5, 1), to: Date.UTC(2025, 5, 1), interval: '1m' };
    return (await ask('/api/backtests', { bot, ...time, data: [year.fileId] })).backtestId as string;
  }, YEAR_NAME);
  await page.goto(`/backtests?run=${backtestId}`);
  await expect(report.getByRole('region', { name: 'Result' }).getByText(/of 525,600 bars .*Result .*\./)).toBeVisible({
    timeout: 90_000,
  });
  await expect(report.getByText('checked: the same decisions')).toBeVisible();
}

/** B-1, X-1: several pairs on one clock, from the form of a basket to its report. */
async function runBasket(page: Page): Promise<void> {
  await page.goto('/bots');
  await page.getByRole('button', { name: 'Create Basket' }).click();
  const form = page.getByRole('dialog', { name: 'Create Basket' });
  await form.getByLabel('Invest').fill('1000');
  await form.getByLabel('Threshold').fill('1');
  const recent = form.getByRole('region', { name: 'The last 30 days' });
  await expect(recent.getByText(/With the last 30 days in bars of 1h, the worse of two readings\./)).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await recent.getByRole('button', { name: 'Run over a longer time' }).click();
  const run = page.getByRole('dialog', { name: 'Run over the past of BTC and ETH' });
  await run.getByLabel('From (UTC)').fill(new Date(Date.now() - 60 * 1440 * MINUTE).toISOString().slice(0, 10));
  await run.getByLabel('Bars').selectOption('1h');
  await expect(run.getByText('Search over settings')).toHaveCount(0);
  await run.getByRole('button', { name: 'Run' }).click();
  const report = page.getByRole('region', { name: 'Basket of BTC and ETH' });
  await expect(report.getByText('Rebalancings')).toBeVisible();
  // The paper market keeps the last month.
  await expect(report.getByText(/, bars of 1h; there are prices from .* on$/)).toBeVisible();
  await expect(report.getByText('ETH, 50% wanted')).toBeVisible();
  await expect(report.getByText('checked: the same decisions')).toBeVisible();
  await expectSound(page);
}

test('U-3, X-13: the form shows the last 30 days, and runs its settings over files of prices to a report @layout', async ({
  page,
  isMobile,
  site: { control },
}) => {
  await using _ = await control.steady('XRPUSDT', 0.523);
  await paperTrader(page);
  await page.goto('/backtests');
  const main = page.getByRole('main');
  await expect(main.getByText('No runs yet')).toBeVisible();
  const files = main.getByRole('region', { name: 'Your files of prices' });
  const upload = (name: string, text: string) =>
    files.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await upload(NAME, 'open_time,open\n1,2');
  await expect(files.getByRole('alert')).toHaveText(`${NAME}: Line 2: 2 columns instead of 12.`);
  await upload('prices.csv', klinesCsv(bars));
  await expect(files.getByRole('alert')).toContainText('Keep the name of the file as it was downloaded');
  await upload(NAME, klinesCsv(bars));
  await expect(files.getByRole('listitem')).toContainText('1,439 bars, 1 hole');
  await expect(files.getByRole('alert')).toHaveCount(0);
  await expectSound(page);

  await main.getByRole('link', { name: 'Choose a bot' }).click();
  await main.getByRole('button', { name: 'Create Grid bot' }).click();
  const form = page.getByRole('dialog', { name: 'Create Grid bot' });
  for (const [label, text] of Object.entries({ Lowest: '0.48', Highest: '0.56', Steps: '8', Invest: '400' }))
    await form.getByLabel(label, { exact: true }).fill(text);
  const recent = form.getByRole('region', { name: 'The last 30 days' });
  await expect(recent.getByText('Worst drawdown')).toBeVisible();
  await expect(recent.getByText(/With the last 30 days in bars of 1h, the worse of two readings\./)).toBeVisible();
  await expectSound(page, 'dialog[open]');

  await recent.getByRole('button', { name: 'Run over a longer time' }).click();
  const run = page.getByRole('dialog', { name: 'Run over the past of XRP/USDT' });
  await run.getByLabel('From (UTC)').fill('2025-01-03');
  await run.getByLabel('To (UTC)').fill('2024-12-31');
  await expect(run.getByRole('alert')).toHaveText('The end lies before the start.');
  await expect(run.getByRole('button', { name: 'Run' })).toBeDisabled();
  await run.getByLabel('From (UTC)').fill('2024-12-31');
  await run.getByLabel('To (UTC)').fill('2025-01-02');
  await run.getByRole('checkbox', { name: NAME }).check();
  await expect(run.getByLabel('Bars')).toHaveValue('1m');
  // three settings are tried, and the best one of the part held back is run over all of the time.
  await run.getByText('Search over settings').click();
  await run.getByRole('checkbox', { name: 'Vary steps' }).check();
  await run.getByLabel('Values of steps').fill('3');
  await expect(run.getByText('3 of at most 200 tries.')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await run.getByRole('button', { name: 'Search' }).click();

  await expect(page).toHaveURL(/\/backtests\?run=/);
  const report = main.getByRole('region', { name: 'Grid bot, XRP/USDT' });
  const tries = report.getByRole('table', { name: '3 tries' });
  await expect(tries.getByText('best of 3 tries')).toHaveCount(3);
  await expectSound(page);
  await tries
    .getByRole('button', { name: /^Run over all of the time: Steps \d+$/ })
    .first()
    .click();
  await expect(report.getByText(/bars of 1m, best of 3 tries/)).toBeVisible();
  const result = report.getByRole('region', { name: 'Result' });
  await expect(result.getByText('Finished rounds')).toBeVisible();
  await expect(result.getByText(/of 1,439 bars .*Result .*\./)).toBeVisible();
  await expect(report.getByText('checked: the same decisions')).toBeVisible();
  await expect(report.getByText('1 hole in the prices, in which nothing trades')).toBeVisible();
  await expect(report.getByText(`1,439 bars of 1m from ${NAME}`)).toBeVisible();
  await expectSound(page);
  // Once is enough for what takes half a minute.
  if (isMobile) await runYear(page);
  const downloading = page.waitForEvent('download');
  await report.getByRole('link', { name: 'Deals as CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('tandem-backtest-deals.csv');
  await runBasket(page);
  const runs = main.getByRole('region', { name: 'Runs' });
  await expect(runs.getByText(/best of 3 tries/)).toBeVisible();
  for (let left = isMobile ? 4 : 3; left > 0; left -= 1) {
    await runs
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await expect(runs.getByRole('button', { name: /^Delete/ })).toHaveCount(left - 1);
  }
  await expect(main.getByText('No runs yet')).toBeVisible();
});
