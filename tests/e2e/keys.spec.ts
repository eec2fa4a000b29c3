import { expect } from '@playwright/test';
import { addKey, family, keysPage, paperPair, textOf } from './pages/keys.ts';
import { allow, steady } from './pages/paper-control.ts';
import { anotherDevice, paperTrader, signUp } from './pages/sign-up.ts';
import { axeFaults, overflow, test } from './well-behaved.ts';

test('its page is served as a page, though its calls begin alike', async ({ request }) => {
  expect((await request.get('/api')).headers()['content-type']).toContain('text/html');
  expect((await request.get('/api/nothing')).status()).toBe(404);
});

test('without keys there is a panel, a guide and how many keys one may have', async ({ page }) => {
  await signUp(page);
  await page.goto('/api');
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'You have no API keys' })).toBeVisible();
  await expect(main).toContainText('up to 20 keys');
  await main.getByRole('button', { name: 'How to add a key' }).click();
  const guide = page.getByRole('dialog', { name: 'How to add a key' });
  await expect(guide.getByRole('listitem')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add API' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('Field should contain at least 1 character')).toHaveCount(3);
  await expect(dialog.getByText('You must agree to the usage policy')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'usage policy' })).toHaveAttribute('href', '/usage-policy');
  await page.goto('/usage-policy');
  await expect(page.getByRole('heading', { name: 'Usage policy' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test('a copy key is added, named, switched, sized, and taken out of the group again', async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  await keys.button('Add Sub-API to Paper').click();
  const manage = keys.dialog('Sub-keys of Paper');
  await manage.getByRole('button', { name: 'Next' }).click();
  await expect(manage.getByText('Field should contain at least 1 character')).toHaveCount(4);
  const pair = await paperPair(page);
  await manage.getByLabel('Group name').fill('Family');
  await manage.getByLabel('API name').fill('One');
  await manage.getByLabel('API key', { exact: true }).fill(pair.key);
  await manage.getByLabel('Secret key').fill(pair.secret);
  await manage.getByRole('checkbox', { name: /usage policy/ }).check();
  await manage.getByRole('button', { name: 'Next' }).click();
  await expect(manage).toBeHidden();
  await expect(keys.card('Paper')).toContainText('Group name :');
  await keys.expand('Paper');

  await keys.pencil('One').click();
  const name = keys.main.getByRole('textbox', { name: 'Name of One' });
  await name.fill('');
  await page.keyboard.press('Enter');
  await expect(name).toBeVisible();
  await page.keyboard.press('Escape');
  await keys.pencil('One').click();
  await name.fill('First');
  await page.keyboard.press('Enter');
  await expect(keys.pencil('First')).toBeVisible();

  const copying = keys.row('First').getByRole('switch');
  await expect(copying).toBeChecked();
  await copying.click();
  await expect(copying).not.toBeChecked();
  await keys.button('Resume all').click();
  await expect(copying).toBeChecked();
  await keys.main.getByRole('switch', { name: 'Copy trades made on the exchange' }).click();
  await expect(keys.main.getByRole('switch', { name: 'Copy trades made on the exchange' })).toBeChecked();

  await keys.button('Copy rule of First').click();
  const rule = keys.dialog('Copy rule of First');
  const preview = rule.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText(
    /A 100\sUSDT deal becomes 99.99\sUSDT here. This key needs at least 525.03\sUSDT free to copy it/,
  );
  await expect(preview).toContainText('Saved rule: In proportion to the balances, × 1.');
  await rule.getByLabel('Multiplier').fill('0.5');
  await expect(preview).toContainText(
    /becomes 49.97\sUSDT here. This key needs at least 1,050.05\sUSDT free to copy it/,
  );
  await expect(preview).toContainText('Not saved yet: In proportion to the balances, × 0.5.');
  await rule.getByLabel('Multiplier').fill('0.01');
  await expect(preview).toContainText(
    /Skipped: 0.999 USDT is under the 5 USDT minimum. This key needs 52,502.11 USDT free./,
  );
  await rule.getByRole('radio', { name: 'Fixed amount' }).check();
  await expect(preview).toContainText('No preview: Enter a number above zero.');
  await expect(preview).not.toContainText('deal is');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(rule.getByLabel('Amount of each deal')).toHaveAccessibleDescription(/Enter a number above zero/);
  await rule.getByLabel('Amount of each deal').fill('26');
  await expect(preview).toContainText(
    /becomes 26.00\sUSDT here, like every deal. The smallest fixed amount is 5.05\sUSDT/,
  );
  await expect(preview).toContainText('Not saved yet: 26.00 USDT a deal.');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/key/group/copy', async (route) => {
    await held.promise;
    await route.continue();
  });
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(rule.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expect(preview).toContainText('Not saved yet:');
  held.resolve();
  await expect(preview).toContainText('Saved rule: 26.00 USDT a deal.');
  await expect(rule.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await keys.expand('Paper');
  await expect(keys.row('First')).toContainText('26.00 USDT a deal');
  await keys.button('Last deals of First').click();
  await expect(keys.dialog('Last deals of First')).toContainText('No deals yet');
  await page.keyboard.press('Escape');
  await keys.button('Remove First from the group of Paper').click();
  await expect(keys.card('First')).toBeVisible();
});

test('Addiction takes keys out of a group and puts others in, at once', async ({ page }) => {
  const keys = await family(page);
  await keys.button('Addiction of Paper').click();
  const manage = keys.dialog('Sub-keys of Paper');
  const name = manage.getByLabel('Group name', { exact: true });
  await expect(name).toHaveValue('Family');
  await expect(name).not.toBeEditable();
  await manage.getByRole('button', { name: 'Edit the group name' }).click();
  await name.fill('All');
  await page.keyboard.press('Enter');
  await expect(name).not.toBeEditable();
  await manage.getByRole('checkbox', { name: /^One/ }).check();
  await manage.getByRole('button', { name: 'Reset changes' }).click();
  await expect(manage.getByRole('checkbox', { name: /^One/ })).not.toBeChecked();
  await expect(name).toHaveValue('Family');
  await manage.getByRole('checkbox', { name: /^One/ }).check();
  await manage.getByRole('tab', { name: 'Add', exact: true }).click();
  await expect(manage.getByRole('checkbox')).toHaveCount(1);
  await manage.getByRole('checkbox', { name: /^Other/ }).check();
  await manage.getByRole('button', { name: 'Save' }).click();
  await expect(manage).toBeHidden();
  await expect(keys.card('One')).toBeVisible();
  await expect(keys.card('Other')).toBeHidden();
  await keys.expand('Paper');
  await expect(keys.row('Other').getByRole('switch')).toBeChecked();
});

test('another key becomes the active one; what changes in a tab shows in another, and on another device', async ({
  page,
  context,
  browser,
}) => {
  const keys = await family(page);
  const tab = keysPage(await context.newPage());
  const other = await anotherDevice(browser, page);
  const device = keysPage(other);
  for (const there of [tab, device]) {
    await there.open();
    await expect(there.card('Paper')).toContainText('Active');
    await there.expand('Paper');
  }
  await keys.button('Change API').click();
  await keys.main.getByRole('radio', { name: 'Other' }).check();
  await keys.button('OK').click();
  for (const each of [keys, tab, device]) await expect(each.card('Other')).toContainText('Active');
  await expect(keys.button('Change API')).toBeVisible();
  await expect(keys.card('Paper')).not.toContainText('Active');
  await device.row('One').getByRole('switch').click();
  await expect(tab.row('One').getByRole('switch')).not.toBeChecked();
  await tab.button('Remove Two from the group of Paper').click();
  for (const each of [keys, device]) await expect(each.card('Two')).toBeVisible();
  await other.close();
});

test('a key shows its text, its assets and what it may do', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  const masked = keys.card('Paper').getByText('••••');
  await expect(masked).toBeVisible();
  await keys.button('Show the API key of Paper').click();
  await expect(masked).toBeHidden();
  await keys.button('Hide the API key of Paper').click();
  await expect(masked).toBeVisible();
  await keys.card('Paper').getByTitle('Balances of Paper by asset').click();
  await expect(keys.dialog('Balances of Paper').getByRole('row')).toHaveCount(6);
  await page.keyboard.press('Escape');
  await keys.button('Check Paper').click();
  const doctor = keys.dialog('Check Paper');
  await expect(doctor).toContainText('This key can be used.');
  await expect(doctor.getByRole('listitem').filter({ hasText: 'Enable Withdrawals' })).toContainText(
    'Disabled, as required',
  );
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await keys.button('Reset Paper').click();
  await keys.dialog('Reset Paper?').getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'was reset' })).toBeVisible();
});

test('S-31: a key that may withdraw says so on its card, box by box, until it is well again', async ({ page }) => {
  await paperTrader(page);
  const keys = keysPage(page);
  await keys.open();
  const text = await textOf(page, await keys.mainUid('Paper'));
  await allow(text, { withdraw: true });
  await keys.button('Check Paper').click();
  const doctor = keys.dialog('Check Paper');
  const box = doctor.getByRole('listitem').filter({ hasText: 'Enable Withdrawals' });
  await expect(box).toContainText('Enabled: disable it');
  await page.keyboard.press('Escape');
  await expect(keys.card('Paper').getByRole('note')).toContainText('may withdraw');
  await allow(text, { withdraw: false });
  await keys.button('Check again').click();
  await expect(box).toContainText('Disabled, as required');
  await page.keyboard.press('Escape');
  await expect(keys.card('Paper').getByRole('note')).toBeHidden();
});

test('a key that cannot be added says why in words, and nothing that was typed is lost', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await paperTrader(page);
  const taken = await addKey(page, 'Taken');
  const keys = keysPage(page);
  await keys.open();
  await keys.main.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = keys.dialog('Add API');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const tryWith = async (pair: { key: string; secret: string }, sentence: RegExp) => {
    await field('API key').fill(pair.key);
    await field('Secret key').fill(pair.secret);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Next' })).toBeVisible();
    await expect(field('API name')).toHaveValue('New');
    await expect(field('Secret key')).toHaveValue(pair.secret);
  };
  await field('API name').fill('New');
  await dialog.getByRole('checkbox').check();
  await tryWith({ ...taken, secret: 'x'.repeat(64) }, /secret does not belong to this API key/);
  await allow(taken.key, { withdraw: true });
  await tryWith(taken, /may withdraw or transfer funds/);
  const box = dialog.getByRole('listitem').filter({ hasText: 'Enable Withdrawals' });
  await expect(box).toContainText('Enabled: disable it');
  expect(await axeFaults(page)).toEqual([]);
  await allow(taken.key, { withdraw: false, ip: '203.0.113.9' });
  await tryWith(taken, /does not accept this key from our address. Add [\d.:]+ to the key's trusted IPs/);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Copied to clipboard' })).toBeVisible();
  await allow(taken.key, { ip: null });
  await tryWith(taken, /already in your account/);
});

test('the page and its dialogs are accessible and fit the narrowest phone', { tag: '@audit' }, async ({ page }) => {
  test.slow();
  const keys = await family(page);
  await keys.expand('Paper');
  const sound = async () => {
    expect.soft(await axeFaults(page)).toEqual([]);
    const size = page.viewportSize();
    if (!size || size.width > 576) return;
    await page.setViewportSize({ width: 360, height: 740 });
    expect.soft(await overflow(page)).toEqual([]);
    await page.setViewportSize(size);
  };
  await sound();
  const openers = ['Add Sub-API to Paper', 'Addiction of Paper', 'Copy rule of One', 'Last deals of One', 'Delete One'];
  for (const name of openers) {
    await keys.button(name).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await sound();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
