import { expect, type Locator } from '@playwright/test';
import { keyboard } from './pages/keyboard.ts';
import { family, paperPair } from './pages/keys.ts';
import { test } from './well-behaved.ts';

const stopsOfCard = (name: string, ...own: string[]) => [
  `Edit: Name of ${name}`,
  `Show the API key of ${name}`,
  `Addiction of ${name}`,
  `Balances of ${name} by asset`,
  `Add Sub-API to ${name}`,
  ...own,
  `Check ${name}`,
  `Reset ${name}`,
  `Delete ${name}`,
];

test(
  'the cards and their keys are used by the keyboard alone; what was used has the focus afterwards',
  { tag: '@keyboard' },
  async ({ page }) => {
    const keys = await family(page);
    const { press, to, type, back, use, stops } = keyboard(page);
    const opens = async (opener: Locator, title: string) => {
      await use(opener);
      const dialog = keys.dialog(title);
      await expect(dialog).toBeVisible();
      await press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    };

    const change = keys.button('Change API');
    await use(change);
    await expect(keys.main.getByRole('radio', { name: 'Paper' })).toBeFocused();
    await press('ArrowDown');
    await expect(keys.main.getByRole('radio', { name: 'Other' })).toBeChecked();
    await back(keys.button('OK'));
    await press('Enter');
    await expect(keys.card('Other')).toContainText('Active');
    await expect(change).toBeFocused();

    expect(await stops(8)).toEqual(stopsOfCard('Other'));
    expect(await stops(10)).toEqual(stopsOfCard('Paper', '2 sub-keys of Paper', 'Edit: Group name of Paper'));
    await back(keys.main.getByRole('button', { name: '2 sub-keys of Paper' }));
    await press('Space');
    await to(keys.button('Delete Paper'));
    expect(await stops(12)).toEqual([
      'Pause all',
      '',
      'Edit: Name of One',
      '',
      'Show the API key of One',
      'Balances of One by asset',
      'Copy rule of One',
      'Last deals of One',
      'Check One',
      'Reset One',
      'Remove One from the group of Paper',
      'Delete One',
    ]);

    await back(keys.button('Pause all'));
    await press('Enter');
    await expect(keys.main.getByText('0 of 2 copy the deals of Paper')).toBeVisible();
    await use(keys.button('Resume all'));
    await expect(keys.main.getByText('2 of 2 copy the deals of Paper')).toBeVisible();
    const outside = keys.main.getByRole('switch', { name: 'Copy trades made on the exchange' });
    await use(outside, 'Space');
    await expect(outside).toBeChecked();

    await use(keys.pencil('One'));
    await type('First');
    await press('Enter');
    await expect(keys.pencil('First')).toBeFocused();
    await press('Enter');
    await type('Lost');
    await press('Escape');
    await expect(keys.pencil('First')).toBeFocused();
    const copying = keys.row('First').getByRole('switch');
    await use(copying, 'Space');
    await expect(copying).not.toBeChecked();
    await expect(copying).toBeFocused();
    await use(keys.button('Show the API key of First'));
    await expect(keys.button('Hide the API key of First')).toBeFocused();
    await opens(keys.row('First').getByTitle('Balances of First by asset'), 'Balances of First');
    await opens(keys.button('Last deals of First'), 'Last deals of First');
    await opens(keys.button('Check First'), 'Check First');
    await opens(keys.button('Reset First'), 'Reset First?');

    await back(keys.button('Copy rule of First'));
    await press('Enter');
    const rule = keys.dialog('Copy rule of First');
    await to(rule.getByRole('radio', { name: 'Proportional' }));
    await press('ArrowRight');
    await to(rule.getByLabel('Amount of each deal'));
    await type('26');
    await press('Enter');
    await expect(rule.getByRole('region', { name: 'Preview' })).toContainText('26.00 USDT a deal');
    await press('Escape');
    await expect(keys.button('Copy rule of First')).toBeFocused();

    await use(keys.button('Remove First from the group of Paper'));
    await expect(keys.card('First')).toBeVisible();
    await expect(keys.card('Paper')).toBeFocused();
    await use(keys.button('Delete Two'));
    const question = keys.dialog('Delete Two API?');
    await use(question.getByRole('button', { name: 'Undo' }));
    await expect(keys.button('Delete Two')).toBeFocused();
    await press('Enter');
    await use(question.getByRole('button', { name: 'OK' }));
    await expect(keys.main.getByRole('button', { name: /sub-keys? of Paper/ })).toBeHidden();
    const stays = () =>
      keys.main.getByRole('region', { name: 'Your keys' }).evaluate((list) => list.contains(document.activeElement));
    await expect.poll(stays, 'the focus stays in the list').toBe(true);
  },
);

test('the forms of the page are used by the keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  const keys = await family(page);
  const { press, to, type, use } = keyboard(page);

  const guide = keys.main.getByRole('button', { name: 'How to add a key' });
  await use(guide);
  await expect(keys.dialog('How to add a key')).toBeVisible();
  await press('Escape');
  await expect(guide).toBeFocused();

  const add = keys.main.getByRole('button', { name: 'Add', exact: true });
  await use(add);
  const form = keys.dialog('Add API');
  const pair = await paperPair(page);
  await to(form.getByLabel('API name', { exact: true }));
  for (const text of ['Third', pair.key, pair.secret]) {
    await type(text);
    await press('Tab');
  }
  await use(form.getByText('Which permissions to tick'));
  await use(form.getByRole('checkbox', { name: /usage policy/ }), 'Space');
  await use(form.getByRole('button', { name: 'Next' }));
  await expect(keys.card('Third')).toBeVisible();
  await expect(add).toBeFocused();

  await use(keys.button('Addiction of Paper'));
  const manage = keys.dialog('Sub-keys of Paper');
  const name = manage.getByLabel('Group name', { exact: true });
  await to(manage.getByRole('tab', { name: 'Addiction' }));
  await press('ArrowLeft');
  await expect(manage.getByRole('tab', { name: 'Add Sub-API' })).toBeFocused();
  await press('ArrowRight');
  await use(manage.getByRole('button', { name: 'Edit the group name' }));
  await press('ControlOrMeta+a');
  await type('All');
  await press('Enter');
  await expect(name).not.toBeEditable();
  await expect(manage.getByRole('button', { name: 'Edit the group name' })).toBeFocused();
  await use(manage.getByRole('checkbox', { name: /^One/ }), 'Space');
  await use(manage.getByRole('button', { name: 'Reset changes' }));
  await expect(name).toHaveValue('Family');
  await to(manage.getByRole('tab', { name: 'Remove' }));
  await press('ArrowRight');
  await use(manage.getByRole('checkbox', { name: /^Third/ }), 'Space');
  await use(manage.getByRole('button', { name: 'Save' }));
  await expect(keys.main.getByRole('button', { name: '3 sub-keys of Paper' })).toBeVisible();
  await expect(keys.button('Addiction of Paper')).toBeFocused();

  await use(keys.button('Delete Paper'));
  const question = keys.dialog('Before delete active key Paper choose a new key');
  await use(question.getByRole('checkbox', { name: /^Other/ }), 'Space');
  await expect(question).toContainText('become single keys, with copying off');
  await use(question.getByRole('checkbox', { name: /^Two/ }), 'Space');
  await expect(question.getByRole('checkbox', { name: /^Other/ })).not.toBeChecked();
  await use(question.getByRole('button', { name: 'OK' }));
  await expect(keys.card('Two')).toContainText('Active');
  await expect(keys.main.getByRole('region', { name: 'Your keys' })).toBeFocused();
});
