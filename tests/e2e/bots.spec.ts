import { expect } from '@playwright/test';
import { test } from './own-market.ts';
import { marketsPage } from './pages/markets.ts';
import { countPresses, timed } from './pages/presses.ts';
import { PASSWORD, paperTrader } from './pages/sign-up.ts';
import { expectSound } from './well-behaved.ts';

test('T-2 a bot is made from its template, corrected where it is refused, saved, changed and deleted', async ({
  page,
  site: { control },
}) => {
  await using _ = await control.steady('XRPUSDT', 0.523);
  await paperTrader(page);
  await page.goto('/bots');
  const main = page.getByRole('main');
  const section = (name: string) => main.getByRole('region', { name });
  await expect(main.getByText('No bots yet')).toBeVisible();
  await expect(section('Bot templates').getByRole('button', { name: /^Create/ })).toHaveCount(15);
  // T-2: every type can be made, but for the one that needs futures.
  await expect(section('Bot templates').getByRole('button', { name: /^Create/, disabled: true })).toHaveCount(1);
  await expect(main.getByRole('link', { name: 'Order' })).toHaveAttribute('href', '/suggestions');
  const future = section('Bot templates').getByRole('button', { name: 'Create Future grid bot' });
  await expect(future).toBeDisabled();
  await expect(future).toHaveAccessibleDescription(/^Needs futures, which Tandem does not trade\./);
  await expectSound(page);

  await section('Bot templates').getByRole('button', { name: 'Create Grid bot' }).click();
  const form = page.getByRole('dialog', { name: 'Create Grid bot' });
  const receipt = form.getByRole('region', { name: 'Receipt' });
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
  };
  await fill({ Lowest: '0.48', Highest: '0.56', Steps: '200', Invest: '400', Name: 'Night grid' });
  await expect(form.getByRole('alert').filter({ hasText: 'Use at most 100 steps.' })).toBeVisible();
  await form.getByRole('button', { name: 'Use 100 steps' }).click();
  await expect(form.getByLabel('Steps')).toHaveValue('100');
  await fill({ Steps: '8' });
  await expect(receipt.getByText('377.2 XRP for at most')).toBeVisible();
  await expect(receipt.getByText('8 levels, 50.44')).toBeVisible();
  const highest = form.getByRole('slider', { name: 'Highest price' });
  await highest.press('ArrowUp');
  await expect(form.getByLabel('Highest', { exact: true })).not.toHaveValue('0.56');
  await fill({ Highest: '0.56' });
  await expectSound(page, 'dialog[open]');
  await form.getByRole('button', { name: 'Save' }).click();

  const card = section('All bots').getByRole('article', { name: 'Night grid' });
  await expect(card).toContainText('Inactive');
  await expect(card).toContainText('XRP/USDT');
  await card.getByRole('button', { name: 'Detail of Night grid' }).click();
  const detail = page.getByRole('dialog', { name: 'Night grid' });
  await expect(detail.getByLabel('Lowest', { exact: true })).toHaveValue('0.48');
  await detail.getByLabel('Name').fill('Day grid');
  await detail.getByRole('button', { name: 'Reset changes' }).click();
  await expect(detail.getByLabel('Name')).toHaveValue('Night grid');
  await detail.getByLabel('Name').fill('Day grid');
  await detail.getByRole('button', { name: 'Save' }).click();
  await section('All bots').getByRole('button', { name: 'Detail of Day grid' }).click();
  await page.getByRole('dialog', { name: 'Day grid' }).getByRole('button', { name: 'Delete' }).click();
  await expect(main.getByText('No bots yet')).toBeVisible();

  await section('Bot templates').getByRole('button', { name: 'Create Trend grid bot' }).click();
  const trend = page.getByRole('dialog', { name: 'Create Trend grid bot' });
  const type = (label: string, text: string) => trend.getByLabel(label, { exact: true }).fill(text);
  await type('Lowest', '0.5');
  await type('Highest', '0.54');
  await type('Steps', '4');
  await type('Invest', '99.95');
  await type('Follow until', '0.53');
  await expect(trend.getByRole('alert').filter({ hasText: 'Must be above the highest price' })).toBeVisible();
  await type('Follow until', '0.6');
  await trend.getByRole('button', { name: /^Start with 99\.93/ }).click();
  const running = page.getByRole('dialog', { name: 'Trend grid bot' });
  await expect(running.getByText('Active · running')).toBeVisible();
  await running.getByRole('tab', { name: 'Settings' }).click();
  await expect(running.getByRole('term').filter({ hasText: 'Follow until' })).toBeVisible();
  // C-9: with its coins sold, and of a bot that began with coins, with these bought back.
  await running.getByRole('button', { name: 'Stop' }).click();
  const stop = page.getByRole('dialog', { name: /^Stop / });
  await stop.getByRole('radio', { name: /^Sell coins: / }).check();
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(running.getByText('Inactive')).toBeVisible();
  await page.keyboard.press('Escape');

  await main.getByRole('button', { name: 'All templates' }).click();
  await section('Bot templates').getByRole('button', { name: 'Create Inverse grid bot' }).click();
  const inverse = page.getByRole('dialog', { name: 'Create Inverse grid bot' });
  for (const [label, text] of Object.entries({ Lowest: '0.48', Highest: '0.56', Steps: '8', Coins: '800' }))
    await inverse.getByLabel(label, { exact: true }).fill(text);
  await inverse.getByRole('button', { name: /^Start with 800/ }).click();
  const coins = page.getByRole('dialog', { name: 'Inverse grid bot' });
  await expect(coins.getByText('Active · running')).toBeVisible();
  // C-20: it goes on with its coins and its money.
  await coins.getByRole('button', { name: 'Change lines' }).click();
  const lines = page.getByRole('dialog', { name: /^Change lines of / });
  await expect(lines.getByLabel('Coins', { exact: true })).toBeHidden();
  await lines.getByLabel('Lowest', { exact: true }).fill('0.46');
  await expect(lines.getByRole('region', { name: 'What ends' })).toContainText(/XRP and .*USDT/);
  await expectSound(page, 'dialog[open]');
  await lines.getByRole('button', { name: /^Change (lines|anyway)$/ }).click();
  await expect(lines).toBeHidden();
  await coins.getByRole('button', { name: /^Open .*, 2$/ }).click();
  await expect(coins.getByText('Active · running')).toBeVisible();
  await coins.getByRole('button', { name: 'Stop' }).click();
  await stop.getByRole('radio', { name: /^Buy back/ }).check();
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(coins.getByText('Inactive')).toBeVisible();
});

test('U-1, C-23 from the empty page to a grid that runs; its three results add up, it stops with its coins kept, and is shared', async ({
  page,
  browser,
  site: { control },
}) => {
  await control.trade('XRPUSDT', 0.523);
  const pressed = await countPresses(page);
  await paperTrader(page);
  const runs = timed('From the empty bots page to a running paper grid');
  await page.goto('/bots');
  await page.getByRole('button', { name: 'Start a paper grid' }).click();
  const detail = page.getByRole('dialog', { name: 'Grid bot' });
  await expect(detail.getByText('Active · running')).toBeVisible();
  runs();
  expect(await pressed(), 'to a running paper grid').toBe(1);
  // Through four lines down, and back up through two.
  for (const price of [0.52, 0.51, 0.5, 0.489, 0.5, 0.51, 0.521]) await control.trade('XRPUSDT', price);
  const sum = (label: string) =>
    detail.locator('dl div').filter({ hasText: label }).first().locator('data').getAttribute('value').then(Number);
  await expect.poll(() => sum('Finished rounds')).toBeGreaterThan(0);
  await expect
    .poll(async () => (await sum('Finished rounds')) + (await sum('Position')) - (await sum('Total')))
    .toBeCloseTo(0, 8);
  await expectSound(page, 'dialog[open]');
  await detail.getByRole('tab', { name: 'Deals' }).click();
  await expect(detail.getByText(/^Sold /).first()).toBeVisible();
  await expect(detail.getByRole('link', { name: 'Deals as CSV' })).toBeVisible();
  await detail.getByRole('tab', { name: 'Why' }).click();
  await expect(detail.getByText(/was filled/).first()).toBeVisible();
  //
  await detail.getByRole('tab', { name: 'Trust' }).click();
  await expect(detail.getByText(/^Its own time is run again once it is a day old/)).toBeVisible();
  await detail.getByRole('button', { name: 'Run a twin on paper' }).click();
  await expect(detail.getByText('It begins within a few minutes.')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await detail.getByRole('button', { name: 'End the twin' }).click();
  await expect(detail.getByRole('button', { name: 'Run a twin on paper' })).toBeVisible();
  // C-20, C-24: what may change while it runs.
  await detail.getByRole('tab', { name: 'Settings' }).click();
  const limits = detail.getByRole('form', { name: 'What may change while it runs' });
  await limits.getByLabel('Stop when the price is below').fill('0.4');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(detail.getByText('stop: this server')).toBeVisible();
  const started = detail.getByLabel('It has started');
  await started.click();
  await expect(started).toBeChecked();
  await expectSound(page, 'dialog[open]');

  // C-20: other lines are another bot, with what this one has.
  await detail.getByRole('button', { name: 'Change lines' }).click();
  const lines = page.getByRole('dialog', { name: 'Change lines of My first grid' });
  await expect(lines.getByRole('button', { name: 'Change lines' })).toBeDisabled();
  await lines.getByLabel('Lowest', { exact: true }).fill('0.45');
  await lines.getByLabel('Steps', { exact: true }).fill('6');
  await expect(lines.getByRole('region', { name: 'What ends' })).toContainText(/XRP and .*USDT/);
  await expect(lines.getByRole('region', { name: 'Receipt' }).getByText(/^6 levels, /)).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await lines.getByRole('button', { name: /^Change (lines|anyway)$/ }).click();
  await expect(lines).toBeHidden();
  await expect(detail.getByText('Inactive')).toBeVisible();
  await detail.getByRole('button', { name: 'Open My first grid, 2' }).click();
  await expect(detail.getByText('Active · running')).toBeVisible();

  await detail.getByRole('button', { name: 'Stop' }).click();
  const stop = page.getByRole('dialog', { name: 'Stop My first grid, 2?' });
  await expect(stop.getByRole('button', { name: 'Stop' })).toBeDisabled();
  await stop.getByRole('radio', { name: /^Keep coins: .* stay on your account\.$/ }).check();
  await expectSound(page, 'dialog[open]');
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(detail.getByText('Inactive')).toBeVisible();

  // C-23: shared by a link, which leads a signed-out person through the sign-in to a draft of their own.
  await detail.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share this Grid bot' });
  await share.getByLabel(/^Show how this bot has done/).check();
  await share.getByRole('button', { name: 'Make a link' }).click();
  const address = await share.getByLabel('Link', { exact: true }).inputValue();
  await expectSound(page, 'dialog[open]');
  const { email } = (await (await page.request.get('/api/user')).json()) as { email: string };
  const visitor = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await visitor.goto(address);
  const main = visitor.getByRole('main');
  await main.getByLabel('E-mail').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  const draft = visitor.getByRole('dialog', { name: 'Create Grid bot' });
  await expect(draft.getByRole('region', { name: 'Shared by a link' })).toContainText('Total result');
  await expect(draft.getByLabel('Lowest', { exact: true })).toHaveValue('0.45');
  await expect(draft.getByLabel('Invest', { exact: true })).toHaveValue('');
  await expectSound(visitor, 'dialog[open]');
  await draft.getByLabel('Invest', { exact: true }).fill('120');
  await expect(draft.getByRole('button', { name: /^Start with 1/ })).toBeEnabled();
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(draft).toBeHidden();
  await visitor.context().close();
});

test('R-15, PB-7 to PB-11 an averaging bot starts from its receipt, pauses, and sells what it holds; a smart money bot waits for its signal, one with turtle for bars', async ({
  page,
  site: { control },
}, { project }) => {
  await control.trade('XRPUSDT', 0.523);
  await paperTrader(page);
  await page.goto('/bots');
  await page.getByRole('button', { name: 'Create Averaging bot' }).click();
  const form = page.getByRole('dialog', { name: 'Create Averaging bot' });
  const receipt = form.getByRole('region', { name: 'Receipt' });
  const fill = async (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text);
  await fill('First order', '20');
  await fill('First addition', '20');
  await fill('Stop loss', '');
  await expect(form.getByRole('alert').filter({ hasText: /^Without a stop loss this bot can lose/ })).toBeVisible();
  await fill('Stop loss', '5');
  await fill('Name', 'Ladder');
  await expect(receipt.getByText('38.2 XRP for at most')).toBeVisible();
  await expect(receipt.getByText(/−25\.52/)).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await form.getByRole('button', { name: /^Start with 238\.76/ }).click();

  const detail = page.getByRole('dialog', { name: 'Averaging bot' });
  await expect(detail.getByText(/^XRP\/USDT · Deal 1 holds 38\.1 XRP/)).toBeVisible();
  await expect(detail.getByText('stop: exchange')).toBeVisible();
  await expect(detail.getByText('buys 38.8 at 0.5151', { exact: true })).toBeVisible();
  await expectSound(page, 'dialog[open]');
  // deals are run again over their own time as levels are.
  await detail.getByRole('tab', { name: 'Trust' }).click();
  await expect(detail.getByRole('button', { name: 'Run a twin on paper' })).toBeVisible();
  await detail.getByRole('tab', { name: 'Now' }).click();
  await detail.getByRole('button', { name: 'Pause' }).click();
  const pause = page.getByRole('dialog', { name: 'Pause Ladder?' });
  await expect(pause.getByText('Take its 5 additions down')).toBeVisible();
  await pause.getByRole('button', { name: 'Pause' }).click();
  await expect(detail.getByText('Taken down.').first()).toBeVisible();
  await detail.getByRole('button', { name: 'Stop' }).click();
  const stop = page.getByRole('dialog', { name: 'Stop Ladder?' });
  await stop.getByRole('radio', { name: /^Sell coins: / }).check();
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(detail.getByText('Inactive')).toBeVisible();
  // PB-8: its exchange tells what buyers took.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All templates' }).click();
  await page.getByRole('button', { name: 'Create Smart money', exact: true }).click();
  const smart = page.getByRole('dialog', { name: 'Create Smart money' });
  await smart.getByLabel('Invest', { exact: true }).fill('100');
  await smart.getByLabel('Stop loss', { exact: true }).fill('2');
  await expect(smart.getByText('100.00 USDT, as soon as there is a signal')).toBeVisible();
  await smart.getByText('What counts as a signal').click();
  await smart.getByLabel('Mean of', { exact: true }).fill('300');
  await expect(smart.getByText('Enter 20 to 200.')).toBeVisible();
  await smart.getByLabel('Mean of', { exact: true }).fill('48');
  await expectSound(page, 'dialog[open]');
  await smart.getByRole('button', { name: /^Start with 100/ }).click();
  const waiting = page.getByRole('dialog', { name: 'Smart money' });
  await expect(waiting.getByText(/^XRP\/USDT · Waits for a signal: .* \(bar of \d\d:\d\d UTC\)\.$/)).toBeVisible();
  await expectSound(page, 'dialog[open]');
  // besides the stops of its deals it has conditions of its own.
  await waiting.getByRole('tab', { name: 'Settings' }).click();
  await waiting.getByLabel('Stop at a total loss of').fill('10');
  await waiting.getByRole('button', { name: 'Save' }).click();
  await expect(waiting.getByText('stop: this server')).toBeVisible();
  // PB-9, PB-10: with turtle it waits until there are bars enough to say where it buys.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create Smart money bot with turtle' }).click();
  const turtle = page.getByRole('dialog', { name: 'Create Smart money bot with turtle' });
  await turtle.getByLabel('Invest', { exact: true }).fill('100');
  await expect(turtle.getByText('at most 24.99 USDT; the bars say how much')).toBeVisible();
  await expect(turtle.getByText('worth 96.00 USDT, −4.00 USDT (−4.00%)')).toBeVisible();
  await turtle.getByLabel('Risk of a unit', { exact: true }).fill('9');
  await turtle.getByRole('button', { name: 'Use 5%' }).click();
  await expect(turtle.getByText('worth 80.00 USDT, −20.00 USDT (−20.00%)')).toBeVisible();
  await turtle.getByText('Stop conditions').click();
  await turtle.getByLabel('Price below').fill('0.4');
  await expectSound(page, 'dialog[open]');
  await turtle.getByRole('button', { name: /^Start with 100/ }).click();
  const units = page.getByRole('dialog', { name: 'Smart money bot with turtle' });
  await expect(units.getByText(/^XRP\/USDT · Waits for \d+ whole bars\.$/)).toBeVisible();
  await expect(units.getByText('stop: this server')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  // The amount that bots keep leaves the form's button within the first screen.
  const markets = marketsPage(page);
  await markets.open('xrp_usdt');
  await expect(markets.form.getByText('kept by bots')).toBeVisible();
  if (project.name === 'phone') await markets.expectFormInView();
});
