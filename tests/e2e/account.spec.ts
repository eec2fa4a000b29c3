import { readFile } from 'node:fs/promises';
import { type Browser, type Download, expect, type Page } from '@playwright/test';
import { accountPage } from './pages/account.ts';
import { newPerson, PASSWORD } from './pages/sign-up.ts';
import { axeFaults, expectRefusal, expectSound, overflow, test } from './well-behaved.ts';

const NEW_PASSWORD = 'Battery-staple-8!';

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const emailOf = (page: Page): Promise<string> => accountPage(page).field('E-mail').inputValue();

/** Whether address and password sign in. */
const opens = (page: Page, email: string, password: string): Promise<boolean> =>
  page.evaluate(
    async (form) => {
      const body = JSON.stringify(form);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/j_spring_security_check', { method: 'POST', headers, body });
      return ((await answer.json()) as { authorized: boolean }).authorized;
    },
    { j_email: email, j_password: password },
  );

/** The same person in another browser, on a page with the live channel. */
async function elsewhere(browser: Browser, page: Page): Promise<Page> {
  const email = await emailOf(page);
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await other.goto('/signin');
  expect(await opens(other, email, PASSWORD)).toBe(true);
  await other.goto('/alerts');
  await expect(other.getByText('Live', { exact: true })).toBeVisible();
  return other;
}

test('the profile stays as it is until its pencil is pressed; Enter saves', async ({ page }) => {
  await newPerson(page);
  const account = accountPage(page);
  await account.open();
  await expect(account.field('Username')).toHaveAttribute('readonly');
  await expect(account.field('E-mail')).toHaveAttribute('readonly');
  await expect(page.getByRole('button', { name: 'Edit E-mail' })).toHaveCount(0);
  await account.edit('Username');
  await expect(account.field('Username')).toBeFocused();
  await account.field('Username').fill('Grace Hopper');
  await page.keyboard.press('Enter');
  await expect(account.field('Username')).toHaveAttribute('readonly');
  await expect(account.save).toBeHidden();
  await account.edit('Telegram');
  await account.field('Telegram').fill('https://t.me/grace_h');
  await account.save.click();
  await expect(account.field('Telegram')).toHaveValue('@grace_h');
  await page.reload();
  await expect(account.field('Username')).toHaveValue('Grace Hopper');
  await expect(account.field('Telegram')).toHaveValue('@grace_h');
});

test('Cancel takes everything back, and what is wrong is said under its field', async ({ page }) => {
  await newPerson(page);
  const account = accountPage(page);
  await account.open();
  await account.edit('Username');
  await account.field('Username').fill(' ');
  await account.edit('Telegram');
  await account.field('Telegram').fill('two words');
  await account.edit('Password');
  await account.password.fill('Battery');
  await account.save.click();
  const faults = [
    'Please enter your name',
    'A Telegram name has',
    'Password must be at least 10',
    "Passwords don't match.",
  ];
  for (const sentence of faults) await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  await expect(account.field('Username')).toBeFocused();
  await account.cancel.click();
  await expect(account.field('Username')).toHaveValue('Ada Trader');
  await expect(account.field('Telegram')).toHaveValue('');
  await expect(account.confirmation).toBeHidden();
  for (const sentence of faults) await expect(page.getByRole('main').getByText(sentence)).toBeHidden();
});

test('S-15: a new password signs every other browser out', async ({ page, browser }) => {
  await newPerson(page);
  const account = accountPage(page);
  await account.open();
  const email = await emailOf(page);
  const other = await elsewhere(browser, page);
  await account.edit('Password');
  await account.password.fill(NEW_PASSWORD);
  await account.confirmation.fill('something else');
  await account.save.click();
  await expect(page.getByText("Passwords don't match.")).toBeVisible();
  await account.confirmation.fill(NEW_PASSWORD);
  await expect(page.getByText("Passwords don't match.")).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Password changed.')).toBeVisible();
  await expect(account.confirmation).toBeHidden();
  await expect(other).toHaveURL(/\/signin$/);
  expect(await opens(other, email, PASSWORD)).toBe(false);
  expect(await opens(other, email, NEW_PASSWORD)).toBe(true);
  await page.reload();
  await expect(account.field('E-mail')).toHaveValue(email);
  await other.context().close();
});

test('S-16: a browser that is signed out from here is out at once', async ({ page, browser }) => {
  await newPerson(page);
  const account = accountPage(page);
  await account.open();
  const other = await elsewhere(browser, page);
  await page.reload();
  await expect(account.sessions.getByRole('listitem')).toHaveCount(2);
  await expect(account.sessions.getByText('This device', { exact: true })).toBeVisible();
  await account.sessions.getByRole('button', { name: /^Sign out Chrome on / }).click();
  await expect(other).toHaveURL(/\/signin$/);
  await expect(account.sessions.getByRole('listitem')).toHaveCount(1);
  await expect(account.sessions.getByText('You are signed in on this device only.')).toBeVisible();
  await other.context().close();
});

test('an API token is shown once, works in a program, and shows its calls', async ({ page, playwright, baseURL }) => {
  await newPerson(page);
  await accountPage(page).open();
  const card = page.getByRole('region', { name: 'API tokens' });
  await card.getByRole('button', { name: 'Make a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await expect(dialog.getByText('Give it a name.')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await dialog.getByLabel('Name').fill('Night program');
  await dialog.getByLabel(/^Trade:/).check();
  await dialog.getByRole('button', { name: 'Make it' }).click();
  const token = await dialog.locator('code').first().innerText();
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'I saved the token' }).click();
  await expect(card.getByText('not used yet')).toBeVisible();
  const program = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get('/api/bots')).status()).toBe(200);
  expect((await program.get('/api/user')).status()).toBe(403);
  await program.dispose();
  await page.reload();
  await expect(card.getByText(/last used .* from /)).toBeVisible();
  await card.getByRole('button', { name: 'Calls of' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/GET \/api\/user.*Refused/, /GET \/api\/bots.*once/]);
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button', { name: 'Remove' }).click();
  await expectSound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
  await card.getByRole('link', { name: 'What programs can call' }).click();
  await page.getByLabel('Find a call').fill('pairs of a market');
  await page.getByText('/api/symbols/{market}').click();
  const trial = page.getByRole('region', { name: 'Try GET /api/symbols/{market}' });
  await expect(trial.getByText(`curl '${baseURL}/api/symbols/binance'`)).toBeVisible();
  await trial.getByRole('button', { name: 'Send it on paper' }).click();
  await expect(trial.getByRole('status')).toHaveText('Answered with 200');
  await expect(trial).toContainText('"counterCurrency": "USDT"');
});

test('a photo is chosen by the keyboard, and shown in the header too', async ({ page }) => {
  await newPerson(page);
  await accountPage(page).open();
  const pictures = page.locator('main form').locator('..').locator('svg[viewBox="0 0 48 48"] path');
  const inHeader = page.getByRole('banner').locator('svg[viewBox="0 0 48 48"] path');
  const before = await inHeader.first().getAttribute('d');
  const opener = page.getByRole('button', { name: 'Change profile photo' });
  const dialog = page.getByRole('dialog', { name: 'Change profile photo' });
  await opener.press('Enter');
  await expect(dialog.getByRole('radio')).toHaveCount(24);
  await dialog.getByRole('radio', { name: 'Waves' }).check();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(inHeader.first()).toHaveAttribute('d', before ?? '');
  await opener.press('Enter');
  await dialog.getByRole('radio', { name: 'Chevrons' }).press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Diamonds' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(inHeader.first()).not.toHaveAttribute('d', before ?? '');
  await page.reload();
  await expect(inHeader.first()).not.toHaveAttribute('d', before ?? '');
  const after = await inHeader.first().getAttribute('d');
  await expect(pictures.first()).toHaveAttribute('d', after ?? '');
});

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

test('everything that is kept of a person is a download away', async ({ page }) => {
  await newPerson(page);
  await accountPage(page).open();
  const email = await emailOf(page);
  const whole = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Everything as JSON' }).click();
  expect((await whole).suggestedFilename()).toBe('tandem.json');
  expect(JSON.parse(await textOf(await whole))).toMatchObject({ profile: { email, username: 'Ada Trader' } });
  await page.getByLabel('Or a table').selectOption({ label: 'Signed-in devices' });
  const table = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await table).suggestedFilename()).toBe('tandem-sessions.csv');
  expect((await textOf(await table)).split('\r\n')[0]).toContain('userAgent');
});

test('S-08: an account is deleted with its password, and says before what goes with it', async ({ page, faults }) => {
  await newPerson(page);
  await accountPage(page).open();
  const email = await emailOf(page);
  // What the page that comes has to say does not wait until the browser is idle.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  for (const words of [
    'cannot be undone',
    'secrets are erased',
    'order history',
    'all bots stop',
    'signed out',
    'nothing is sold',
    'open orders',
  ])
    await expect(dialog.getByText(words).first()).toBeVisible();
  const sure = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-7!');
  await sure.click();
  await expect(dialog.getByText('This password is not right.')).toBeVisible();
  await expectRefusal(faults, 422);
  await dialog.getByLabel('Cancel my open orders').check();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Your account is deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await opens(page, email, PASSWORD)).toBe(false);
  // Its socket may hear of the end first, and then the page asks whether it is still signed in.
  faults.splice(0, Infinity, ...faults.filter((fault) => !fault.includes('status of 401')));
});

test('the page and its dialogs are accessible, on narrow phones too', { tag: '@audit' }, async ({ page }) => {
  await newPerson(page);
  const account = accountPage(page);
  await account.open();
  await account.edit('Password');
  await expect(account.sessions.getByRole('listitem')).toHaveCount(1);
  expect(await axeFaults(page)).toEqual([]);
  for (const [opener, name] of [
    ['Change profile photo', 'Change profile photo'],
    ['Delete account', 'Delete your account?'],
  ] as const) {
    const button = page.getByRole('main').getByRole('button', { name: opener });
    await button.press('Enter');
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
    await expect(button).toBeFocused();
  }
  if ((page.viewportSize()?.width ?? 0) > 576) return;
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toEqual([]);
});

test('a section has an address of its own', async ({ page }) => {
  await newPerson(page);
  await page.goto('/account#data');
  await expect(page.getByRole('heading', { name: 'Your data', exact: true })).toBeInViewport();
  await page.getByRole('navigation', { name: 'Sections of this page' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeInViewport();
  await expect(page).toHaveURL(/\/account#profile$/);
});
