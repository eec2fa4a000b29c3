import { expect } from '@playwright/test';
import { alertsPage } from './pages/alerts.ts';
import { trade } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults, expectRefusal, overflow, test } from './well-behaved.ts';
import { CHROMIUM } from '../setup/chromium.ts';

// Notifications: only the whole browser has them.
test.use({ launchOptions: CHROMIUM });

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'DOTUSDT', label: 'DOT/USDT', name: 'dot_usdt' },
  desktop: { symbol: 'ATOMUSDT', label: 'ATOM/USDT', name: 'atom_usdt' },
};
const ownOf = (project: string) => OWN[project as keyof typeof OWN];

test(
  'an alert goes from the form to its firing, to every page, to an order form',
  { tag: '@layout' },
  async ({ page }, { project }) => {
    const { symbol, label, name } = ownOf(project.name);
    await trade(symbol, 5);
    await paperTrader(page);
    await page.goto('/alerts');
    const { dialog, fields, rows, reported, row, add } = alertsPage(page);
    await expect(page).toHaveTitle(/^Alerts/);

    await page.getByRole('button', { name: 'Add your first alert' }).click();
    await expect(dialog.getByRole('radio', { name: 'BINANCE' })).toBeChecked();
    for (const other of ['BYBIT', 'COINBASE']) await expect(dialog.getByRole('radio', { name: other })).toBeDisabled();
    await fields.pair.fill('ABC/XYZ');
    await dialog.getByRole('button', { name: 'Save alert' }).click();
    for (const sentence of ['Coin pair incorrect. Choose again', 'Choose alert type'])
      await expect(dialog.getByText(sentence)).toBeVisible();
    await expect(reported('Coin pair incorrect. Choose again')).toBeVisible();
    await fields.pair.fill(label);
    await fields.type.selectOption({ label: 'Price rises above' });
    await fields.price.fill('0,00019');
    await expect(fields.price).toHaveValue('0.000');
    await fields.price.fill('0.5');
    await expect(dialog.getByText(/already above.*waits for the next crossing/)).toBeVisible();
    await expect(dialog.getByText(/would( not)? have fired .*in 7 days/)).toBeVisible();
    await fields.comment.fill('x'.repeat(250));
    await expect(dialog.getByText('200 of 200')).toBeVisible();
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await add({ pair: label, price: '5.5', comment: 'the first one' });
    await page.getByRole('dialog', { name: 'Get notified instantly' }).getByRole('button', { name: 'Not now' }).click();
    await add({ pair: label, type: 'Price drops below', price: '3', comment: 'the second one' });
    await expect(rows).toHaveCount(2);
    await expect(page.getByText('2 alerts')).toBeVisible();
    const top = row();
    await expect(top.row).toContainText('the second one');
    await trade(symbol, 5.2);
    await expect(rows.last()).toContainText('5.76% to rise');

    const other = await page.context().newPage();
    await other.goto('/alerts');
    await expect(other.getByText('Live', { exact: true })).toBeVisible();
    await trade(symbol, 5.6);
    await expect(top.row).toContainText('the first one');
    await expect(top.row).toHaveAttribute('data-executed', 'true');
    await expect(top.unseen).toBeVisible();
    await expect(top.toggle).not.toBeChecked();
    const dot = page.getByRole('link', { name: /^Alerts.*1 not seen/ });
    await expect(dot.first()).toBeVisible();
    const there = alertsPage(other).row();
    await expect(there.unseen).toBeVisible();

    await page.goto(`/markets/spot/list?symbolName=${name}&section=alerts`);
    await expect(page.getByRole('tab', { name: /Alerts/ })).toContainText('1 not seen');
    // What was kept from before stands there until it is read again.
    await expect(top.row).toContainText('the first one');
    await top.row.getByText(label).click();
    await expect(top.unseen).toBeHidden();
    await expect(top.row).toContainText('Executed, seen');
    await expect(page.getByRole('tab', { name: /Alerts/ })).not.toContainText('not seen');
    await expect(dot).toHaveCount(0);
    await expect(there.row).toContainText('Executed, seen');
    await other.close();

    await top.open();
    await expect(top.log).toContainText(/crossed at 5\.600, .*; detected [+−]\d/);
    await expect(top.log).toContainText(/Open pages: accepted \+\d+/);
    expect(await axeFaults(page, '[role=tabpanel]')).toEqual([]);
    await top.draft.click();
    await expect(page).toHaveURL(/section=sell&price=5\.5$/);
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('5.500');

    await page.goto('/alerts');
    await page.getByRole('button', { name: 'Add alert' }).click();
    await fields.pair.fill(label);
    await dialog.getByLabel('Kind').selectOption({ label: 'Percent move' });
    await dialog.getByLabel('Direction').selectOption({ label: 'Down' });
    await dialog.getByLabel('Move').fill('91');
    await dialog.getByRole('button', { name: 'Save alert' }).click();
    await expect(dialog.getByText('A move is from 0.1 to 90.')).toBeVisible();
    await dialog.getByLabel('Move').fill('4');
    await expect(dialog.getByText(/would( not)? have fired .*in the last \d+ hours/)).toBeVisible();
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save alert' }).click();
    await expect(top.row).toContainText('−4% in 1 h');
    // Higher than anything of the last hour, whatever the market did before this test: the fall begins there.
    await expect(async () => {
      await trade(symbol, 56);
      await trade(symbol, 53);
      await expect(top.row).toHaveAttribute('data-executed', 'true');
    }).toPass();
    const fell = reported(`Alert: ${label} fell 4% within 1 h`);
    await expect(fell).toBeVisible();
    // On a phone it lies over the button, for as long as the page has no focus.
    await fell.getByRole('button', { name: 'close' }).click();

    await page.getByRole('button', { name: 'Add alert' }).click();
    await dialog.getByLabel('Kind').selectOption({ label: 'Time' });
    await dialog.getByLabel('Comes').selectOption({ label: 'On some days' });
    await dialog.getByLabel('At', { exact: true }).fill('08:30');
    await dialog.getByLabel('Wed').uncheck();
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save alert' }).click();
    await expect(top.row).toContainText('Mon, Tue, Thu, Fri at 08:30');
    await page.getByRole('button', { name: 'Add alert' }).click();
    await dialog.getByLabel('Kind').selectOption({ label: 'Listing' });
    await dialog.getByLabel('Coin', { exact: true }).fill('doge');
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save alert' }).click();
    await expect(top.row).toContainText('is listed or begins to trade');
  },
);

test('every control of a row does what it says, and can be undone', async ({ page, faults }, { project }) => {
  await paperTrader(page);
  const { rows, row, reported, put, putHook } = alertsPage(page);
  await put('BNB_USDT', 1, { type: 'PRICE_REACHES', comment: 'unlikely' });
  await page.goto('/alerts');
  const only = row();
  await only.edit('Price', '2,123456789');
  await expect(reported('Price changed to 2.12345678')).toBeVisible();
  await expect(only.row.getByRole('button', { name: /2\.12345678/ })).toBeVisible();
  // Without waiting until the toast stands still: it leaves by itself.
  await reported('Price changed').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(only.row.getByRole('button', { name: /1\.00/ })).toBeVisible();
  await page.route('**/api/alert/', (route) => route.fulfill({ status: 503, json: { error: 'Not just now.' } }));
  await only.edit('Price', '3');
  await expect(reported('Not just now.')).toBeVisible();
  await expect(only.row.getByRole('button', { name: /1\.00/ })).toBeVisible();
  await expectRefusal(faults, 503);
  await page.unroute('**/api/alert/');

  await only.edit('Comment', 'still unlikely');
  await expect(only.row).toContainText('still unlikely');
  await only.favorite.click();
  await only.telegram.click();
  await expect(only.row).toContainText('Not sent to Telegram: this site has no bot.');
  await only.row.getByText('ON', { exact: true }).click();
  await expect(only.row.getByText('OFF', { exact: true })).toBeVisible();
  const { button, dialog: calls } = only.call;
  await button.press('Enter');
  await expect(calls.getByText('No signal hook of yours takes this pair.')).toBeVisible();
  expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(calls).toBeHidden();
  await expect(button).toBeFocused();
  await putHook('bnb_usdt', 'Momentum');
  await page.reload();
  await expect(only.row).toContainText('still unlikely');
  await expect(only.favorite).toHaveAttribute('aria-pressed', 'true');
  await expect(only.telegram).toHaveAttribute('aria-pressed', 'true');
  await expect(only.toggle).not.toBeChecked();
  await button.press('Enter');
  await expect(calls.getByLabel('Then')).toHaveValue('');
  expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  for (const key of ['Tab', 'ArrowDown', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expect(calls).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(only.row).toContainText('calls a hook');

  for (let price = 1; price <= 10; price += 1) await put(price % 2 ? 'XRP_USDT' : 'ETH_USDT', price / 100);
  await expect(page.getByText('11 alerts')).toBeVisible();
  await expect(rows).toHaveCount(10);
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect(rows).toHaveCount(11);
  await expect(more).toBeHidden();
  await page.getByRole('radio', { name: 'Favorite pairs' }).check();
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox').fill('xrp/u');
  await expect(page.getByText('No matching alerts')).toBeVisible();
  await page.getByRole('radio', { name: 'All pairs' }).check();
  await expect(rows).toHaveCount(5);
  await page.getByRole('searchbox').fill('bnb');
  await expect(rows).toHaveCount(1);
  if (project.name === 'phone') await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflow(page)).toEqual([]);

  await only.delete('No');
  await expect(only.row).toBeVisible();
  await only.delete('Yes');
  await expect(reported('Deleted successfully')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all alerts' }).click();
  await expect(page.getByText('10 alerts')).toBeVisible();
});
