import { expect } from '@playwright/test';
import { deals } from './pages/deals.ts';
import { keyboardTools } from './pages/keyboard.ts';
import { steady } from './pages/paper-control.ts';
import { newPerson, paperTrader } from './pages/sign-up.ts';
import { test } from './well-behaved.ts';

test(
  'the first bot of an empty page leaves the focus with the active bots, since the button that started it is gone',
  { tag: '@keyboard' },
  async ({ page }) => {
    await using _ = await steady('XRPUSDT', 0.52);
    await paperTrader(page);
    await page.goto('/bots');
    const { press, use, holds, main, dialog, button } = keyboardTools(page);
    await use(button(/^Start a paper grid/));
    await expect(dialog('Grid bot').getByText('Active · running')).toBeVisible();
    await press('Escape');
    await expect(dialog('Grid bot')).toBeHidden();
    await holds(main.getByRole('region', { name: 'Active bots' }));
    await use(button('Close all bots'));
    await expect(page.getByRole('dialog')).toBeVisible();
    await press('Escape');
    await holds(button('Close all bots'));
  },
);

test(
  'a grid bot is made, run over the past, started, paused, resumed and stopped by the keyboard alone',
  { tag: '@keyboard' },
  async ({ page }) => {
    await using _ = await steady('XRPUSDT', 0.52);
    await paperTrader(page);
    await page.goto('/bots');
    const { press, to, use, back, fill, opens, holds, main, dialog, button } = keyboardTools(page);

    const create = button('Create Grid bot');
    await opens(create, 'Create Grid bot');
    await press('Enter');
    const form = dialog('Create Grid bot');
    const field = (label: string) => form.getByLabel(label, { exact: true });
    for (const [label, text] of Object.entries({ Lowest: '0.48', Highest: '0.56', Steps: '200', Invest: '400' }))
      await fill(field(label), text);
    await expect(form.getByRole('button', { name: 'Use 100 steps' })).toBeVisible();
    await back(form.getByRole('button', { name: 'Use 100 steps' }));
    await press('Space');
    await expect(field('Steps')).toHaveValue('100');
    await back(field('Steps'));
    await fill(field('Steps'), '8');
    await to(field('On each level'));
    await press('ArrowDown');
    await expect(field('On each level')).toHaveValue('coins');
    await press('ArrowUp');
    await fill(field('Name'), 'Typed grid');

    const past = form.getByRole('button', { name: 'Run over a longer time' });
    await use(past);
    const run = dialog('Run over the past of XRP/USDT');
    await to(run.getByLabel('From (UTC)'));
    await page.keyboard.type('01032025');
    await to(run.getByLabel('To (UTC)'));
    await page.keyboard.type('12312024');
    await expect(run.getByRole('alert')).toHaveText('The end lies before the start.');
    await expect(run.getByRole('button', { name: 'Run' })).toBeDisabled();
    await use(run.getByText('Search over settings'));
    await use(run.getByRole('checkbox', { name: 'Vary steps' }), 'Space');
    await use(run.getByRole('button', { name: 'Cancel' }));
    await expect(run).toBeHidden();
    await holds(past);

    await use(form.getByRole('button', { name: /^Start with / }));
    const bot = dialog('Grid bot');
    await expect(bot.getByText('Active · running')).toBeVisible();
    await to(bot.getByRole('tab', { name: 'Now' }));
    for (const tab of ['Deals', 'Why', 'Trust', 'Settings']) {
      await press('ArrowRight');
      await holds(bot.getByRole('tab', { name: tab }));
    }
    await use(bot.getByRole('button', { name: 'Edit: Bot name' }));
    await page.keyboard.insertText('Renamed grid');
    await press('Enter');
    await holds(bot.getByRole('button', { name: 'Edit: Bot name' }));
    await opens(bot.getByRole('button', { name: 'Share' }), /^Share /);
    await opens(bot.getByRole('button', { name: 'Change lines' }), /^Change lines /);
    const named = (name: string) => bot.getByRole('button', { name, exact: true });
    const [pause, resume, stop] = [named('Pause'), named('Resume'), named('Stop')];
    await opens(pause, /^Pause /);
    await press('Enter');
    const pausing = dialog(/^Pause /);
    await to(pausing.getByRole('radio', { name: /^Take its/ }));
    await press('ArrowRight');
    await expect(pausing.getByRole('radio', { name: 'Leave them in the book' })).toBeChecked();
    await use(pausing.getByRole('button', { name: 'Pause' }));
    await expect(pausing).toBeHidden();
    await holds(resume);
    await press('Enter');
    await holds(pause);

    await opens(stop, /^Stop /);
    await press('Enter');
    const stopping = dialog(/^Stop /);
    await use(stopping.getByRole('radio', { name: /^Keep coins/ }), 'Space');
    await use(stopping.getByRole('button', { name: 'Stop' }));
    await holds(bot.locator(':focus').filter({ hasText: /^Renamed grid.*Inactive$/ }));
    await press('Escape');
    await expect(bot).toBeHidden();
    await holds(create);

    const state = main.getByLabel('State');
    await to(state);
    await press('ArrowDown');
    await expect(main.getByText('No bot is in this state.')).toBeVisible();
    await press('ArrowUp');
    await opens(button('Detail of Renamed grid'), 'Grid bot');
  },
);

test(
  'a hook is made, tested, switched to live and dry again by the keyboard alone',
  { tag: '@keyboard' },
  async ({ page }) => {
    await using _ = await steady('XRPUSDT', 0.52);
    await paperTrader(page);
    await page.goto('/signals');
    const { press, to, use, fill, opens, holds, main, dialog, button } = keyboardTools(page);

    const make = button('New signal hook');
    await opens(make, 'New signal hook');
    await press('Enter');
    const form = dialog('New signal hook');
    await use(form.getByRole('button', { name: 'Create' }));
    await expect(form.getByRole('alert').filter({ hasText: 'Enter a name' })).toBeVisible();
    await fill(form.getByLabel('Name'), 'Momentum');
    await fill(form.getByLabel('Amount', { exact: true }), '50');
    await use(form.getByRole('checkbox', { name: /^Follow a sender/ }), 'Space');
    await use(form.getByRole('button', { name: 'Create' }));
    const connect = dialog('Connect Momentum');
    await expect(connect).toBeVisible();
    const sender = connect.getByLabel('Sender');
    await to(sender);
    await press('End');
    await use(connect.getByRole('button', { name: 'Done' }));
    await expect(connect).toBeHidden();
    // The button of the empty list is gone.
    await expect(main.locator(':focus')).toHaveCount(1);

    const hook = main.getByRole('region', { name: 'Momentum' });
    await use(hook.getByRole('button', { name: 'Send a test' }));
    await holds(hook.getByRole('button', { name: 'Send a test' }));
    const live = hook.getByRole('button', { name: 'Go live' });
    await opens(live, 'Trade on signals of Momentum?');
    await press('Enter');
    const ask = dialog('Trade on signals of Momentum?');
    await use(ask.getByRole('button', { name: 'Go live' }));
    await expect(hook.getByText('Live', { exact: true })).toBeVisible();
    await holds(hook.getByRole('button', { name: 'Only run dry' }));
    await press('Enter');
    await expect(hook.getByText('Dry run', { exact: true }).first()).toBeVisible();
    await holds(live);
    await use(hook.getByRole('button', { name: 'Pause' }));
    await holds(hook.getByRole('button', { name: 'Let it go on' }));
    await opens(hook.getByRole('button', { name: 'Message for Momentum' }), 'Connect Momentum');
    await opens(hook.getByRole('button', { name: 'Change' }), 'Change Momentum');
    await opens(hook.getByRole('button', { name: 'Remove' }), 'Remove Momentum?');
    await opens(button('New endpoint'), 'New endpoint');
  },
);

test(
  'what is unprotected is opened, and what was closed is filtered, by the keyboard alone',
  { tag: '@keyboard' },
  async ({ page }) => {
    await using _ = await steady('XRPUSDT', 0.52);
    await paperTrader(page);
    const { buy, close } = deals(page, 'xrp_usdt');
    const blockId = await buy(0.52, 30);
    await close(blockId);
    await buy(0.52, 40);
    const { press, to, use, fill, opens, holds, main, dialog, button } = keyboardTools(page);

    await page.goto('/overview');
    const shown = main.getByRole('radio', { name: 'All (1)' });
    await to(shown);
    await press('ArrowRight');
    await expect(page).toHaveURL(/blocks=unprotected/);
    await opens(button('Set a stop at −x% on all of them'), 'Set a stop');
    await press('Enter');
    const stops = dialog('Set a stop');
    await fill(stops.getByLabel('Stop away by'), '4');
    await to(stops.getByRole('radio', { name: 'Entry price' }));
    await press('ArrowRight');
    await use(stops.getByRole('button', { name: 'Set 1 stop' }));
    await expect(main.getByText('Nothing needs you now.')).toBeVisible();

    await page.goto('/history');
    const row = page.locator(`[data-deal="${blockId}"]`);
    const note = row.getByRole('button', { name: 'Tags and note: XRP/USDT' });
    await opens(note, 'Tags and note');
    await press('Enter');
    const noting = dialog('Tags and note');
    await fill(noting.getByLabel('Tags'), 'Retest');
    await use(noting.getByRole('button', { name: 'Save' }));
    await expect(row).toContainText('retest');
    await holds(note);
    await page.reload();
    const month = main.getByRole('radio', { name: 'Month' });
    await to(month);
    await press('ArrowRight');
    await expect(main.getByRole('radio', { name: 'All time' })).toBeChecked();
    await press('ArrowLeft');
    await expect(month).toBeChecked();
    const tag = main.getByLabel('Tag', { exact: true });
    await to(tag);
    await press('ArrowDown');
    await expect(tag).toHaveValue('retest');
    await expect(row).toBeVisible();
    const day = main.getByRole('table', { name: /^Results by day/ }).getByRole('button');
    await use(day);
    await holds(day);
    const only = button(/^Not only/);
    await use(only);
    await expect(only).toBeHidden();
    await use(button('Previous month'));
    await expect(page).toHaveURL(/month=/);
    await use(button('Show everything'));
    await expect(row).toBeVisible();
  },
);

test('a token is made, tried and removed by the keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  await newPerson(page);
  const { press, to, use, fill, opens, holds, main, dialog, button } = keyboardTools(page);
  await page.goto('/developers');
  await fill(main.getByLabel('Find a call'), 'bots');
  await use(main.locator('summary').filter({ hasText: '/api/bots' }).first());
  await use(main.getByRole('button', { name: /^Send it/ }).first());
  await expect(main.getByText('Answered with 200', { exact: true })).toBeVisible();
  await to(main.getByRole('link', { name: 'Your API tokens' }), 'Shift+Tab');
  await press('Enter');
  await expect(page).toHaveURL(/\/account$/);

  const make = button('Make a token');
  await opens(make, 'Make an API token');
  await press('Enter');
  const form = dialog('Make an API token');
  await use(form.getByRole('button', { name: 'Make it' }));
  await expect(form.getByText('Give it a name.')).toBeVisible();
  await fill(form.getByLabel('Name'), 'Desk');
  await use(form.getByRole('checkbox', { name: /^Trade/ }), 'Space');
  await to(form.getByLabel('Ends after'));
  await press('ArrowUp');
  await use(form.getByRole('button', { name: 'Make it' }));
  const made = dialog('Your new API token');
  await expect(made).toBeVisible();
  await use(made.getByRole('button', { name: 'I saved the token' }));
  await expect(made).toBeHidden();
  await holds(make);

  await opens(button('Calls of Desk'), 'Calls of Desk');
  await opens(button('Remove Desk'), 'Remove Desk?');
  await press('Enter');
  await use(dialog('Remove Desk?').getByRole('button', { name: 'Remove' }));
  await expect(button('Remove Desk')).toBeHidden();
  await expect(main.locator(':focus')).toHaveCount(1);
  await to(make);
});
