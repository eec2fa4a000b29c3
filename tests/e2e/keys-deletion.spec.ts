import { expect } from '@playwright/test';
import { holdAnswers } from './pages/hold-back.ts';
import { addCopy, family, keysPage } from './pages/keys.ts';
import { marketsPage } from './pages/markets.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { axeFaults, expectSound, test } from './well-behaved.ts';

test('a key with an open block asks what becomes of it before it is deleted', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.button.click();
  await expect(markets.rows.first()).toHaveAttribute('data-status', 'filled');
  const keys = keysPage(page);
  await keys.open();
  await keys.button('Delete Paper').click();
  const question = keys.dialog('Delete Paper API?');
  await expect(question).toContainText('Paper has an open block');
  await expectSound(page, 'dialog[open]');
  await expect(question.getByRole('button', { name: 'OK' })).toBeDisabled();
  await question.getByRole('radio', { name: /^Leave the orders/ }).check();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(keys.main.getByRole('region', { name: 'You have no API keys' })).toBeVisible();
});

test('a copy key is deleted after a question', async ({ page }) => {
  const keys = await family(page);
  await keys.expand('Paper');
  await keys.button('Delete One').click();
  const question = keys.dialog('Delete One API?');
  await expect(question).toContainText('You cannot undo this action after clicking OK');
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect(keys.row('One')).toBeVisible();
  await keys.button('Delete One').click();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(keys.row('One')).toBeHidden();
  await expect(keys.row('Two')).toBeVisible();
});

test('the active key of a group is deleted: one of its copies, or another key, takes its place', async ({ page }) => {
  const keys = await family(page);
  const title = (name: string) => `Before delete active key ${name} choose a new key`;
  await keys.button('Delete Paper').click();
  const first = keys.dialog(title('Paper'));
  await expect(first.getByRole('heading', { name: 'Choose key or group of keys' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'OK' })).toBeDisabled();
  await first.getByRole('checkbox', { name: /^Other/ }).check();
  await expect(first).toContainText('One, Two become single keys, with copying off');
  await first.getByRole('checkbox', { name: /^Two/ }).check();
  await expect(first.getByRole('checkbox', { name: /^Other/ })).not.toBeChecked();
  await expect(first).toContainText('One stays under it and copies its deals');
  expect(await axeFaults(page)).toEqual([]);
  // The page hears of the change before its own call is answered, and the next dialog is opened meanwhile.
  const answer = await holdAnswers(page, '**/api/key/group/delete');
  await first.getByRole('button', { name: 'OK' }).click();
  await expect(keys.card('Two')).toContainText('Active');
  await expect(keys.card('Paper')).toBeHidden();
  await keys.button('Delete Two').click();
  const then = keys.dialog(title('Two'));
  await expect(then).toBeVisible();
  answer();
  await expect(page.getByText('Paper is deleted')).toBeVisible();
  await then.getByRole('checkbox', { name: /^Other/ }).check();
  await then.getByRole('button', { name: 'OK' }).click();
  await expect(keys.card('Other')).toContainText('Active');
  await expect(keys.card('One')).toBeVisible();
  await expect(keys.card('Two')).toBeHidden();
});

test('G-19 what OK waits for is said beside it and comes into sight, however many keys there are', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.button.click();
  await expect(markets.rows.first()).toHaveAttribute('data-status', 'filled');
  const keys = keysPage(page);
  await keys.open();
  const mainUid = await keys.mainUid('Paper');
  const copies = Array.from({ length: 19 }, (_name, index) => `Copy ${index + 1}`);
  for (const name of copies) await addCopy(page, name, mainUid);
  await keys.open();
  // So many keys are a list at first, where the page has read them all before it is drawn.
  await expect(keys.button('Cards').or(keys.button('List'))).toBeVisible();
  if (await keys.button('Cards').isVisible()) await keys.button('Cards').click();
  await keys.button('Delete Paper').click();
  const dialog = keys.dialog('Before delete active key Paper choose a new key');
  const [ok, close] = [dialog.getByRole('button', { name: 'OK' }), dialog.getByRole('radio', { name: /^Close/ })];
  const last = dialog.getByRole('checkbox', { name: /^Copy 19/ });
  await last.check();
  await expect(close).not.toBeInViewport();
  await expect(dialog.getByRole('status')).toHaveText('Choose what happens to the open blocks.');
  await ok.press('Enter');
  await expect(close).toBeInViewport({ ratio: 1 });
  await expect(close).toBeFocused();
  await close.check();
  await last.uncheck();
  await expect(dialog.getByRole('status')).toHaveText('Choose the key that takes its place.');
  await ok.press('Enter');
  const first = dialog.getByRole('checkbox', { name: /^Copy 1\b/ });
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport({ ratio: 1 });
  await first.check();
  await expect(ok).toBeEnabled();
});
