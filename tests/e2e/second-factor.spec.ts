import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type GoogleSite, googleSite } from './google-site.ts';
import { securityPage, virtualAuthenticator } from './pages/second-factor.ts';
import { leave, newPerson, PASSWORD } from './pages/sign-up.ts';
import { expectRefusal, expectSound, test } from './well-behaved.ts';

const said = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Signs up, goes to the account, and answers the address. */
async function atAccount(page: Page): Promise<string> {
  const email = await newPerson(page);
  await page.goto('/account');
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('button')).toBeVisible();
  return email;
}

async function signInByPassword(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('E-mail').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('two-factor authentication is turned on, signs in by code and by recovery code, and is turned off', async ({
  page,
}) => {
  const email = await atAccount(page);
  const { twoFactor, dialog, app, recoveryCodes } = securityPage(page);
  const main = page.getByRole('main');
  await twoFactor.getByRole('button', { name: 'Turn ON', exact: true }).click();
  const turningOn = dialog('Turn on two-factor authentication');
  await expect(turningOn.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectSound(page, 'dialog[open]');
  const phone = await app();
  await turningOn.getByLabel('Code').fill(phone.code());
  await turningOn.getByRole('button', { name: 'Turn on' }).click();
  const codes = await recoveryCodes();
  await expectSound(page, 'dialog[open]');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('tandem-recovery-codes.txt');
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(twoFactor).toContainText('10 of 10 recovery codes are left');
  await expectSound(page);

  await leave(page);
  await page.goto('/alerts');
  await signInByPassword(page, email);
  await expect(main.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await expect(main.getByLabel('Code')).toBeFocused();
  await expectSound(page);
  // The code that turned it on is used up: the next one is taken already.
  await page.keyboard.type(phone.code(1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/alerts$/);
  // Nothing of the page is asked for any more.
  await expect(main.getByText('No alerts yet')).toBeVisible();
  await page.waitForLoadState('networkidle');

  await leave(page);
  await page.goto('/account');
  await signInByPassword(page, email);
  await main.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(twoFactor).toContainText('9 of 10 recovery codes are left');
  await twoFactor.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(dialog('Make new recovery codes?')).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await dialog('Make new recovery codes?').getByRole('button', { name: 'Make new codes' }).click();
  expect(await recoveryCodes()).not.toContain(codes[1]);
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(twoFactor).toContainText('10 of 10');

  await twoFactor.getByRole('button', { name: 'Turn OFF' }).click();
  await expectSound(page, 'dialog[open]');
  await dialog('Turn off two-factor authentication?').getByRole('button', { name: 'Turn off' }).click();
  await expect(said(page, 'Two-factor authentication is off')).toBeVisible();
  await expect(twoFactor.getByRole('button', { name: 'Turn ON', exact: true })).toBeVisible();
});

test('a wrong code is said at its field, and nothing is turned on', async ({ page, faults }) => {
  await atAccount(page);
  const { twoFactor, dialog } = securityPage(page);
  await twoFactor.getByRole('button', { name: 'Turn ON', exact: true }).click();
  const turningOn = dialog('Turn on two-factor authentication');
  await turningOn.getByLabel('Code').fill('12345');
  await page.keyboard.press('Enter');
  await expect(turningOn.getByText('This code is not right.')).toBeVisible();
  await expectRefusal(faults, 422);
  await page.keyboard.press('Escape');
  await expect(twoFactor.getByRole('button', { name: 'Turn ON', exact: true })).toBeFocused();
});

test('a passkey is added, signs in without password, and is removed', async ({ page }) => {
  await virtualAuthenticator(page);
  const email = await atAccount(page);
  const { passkeys, dialog } = securityPage(page);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = dialog('Add a passkey');
  await adding.getByLabel('Name').fill('Work laptop');
  await expectSound(page, 'dialog[open]');
  await adding.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Work laptop');
  await expect(passkeys.getByRole('listitem')).toContainText('not used yet');

  await leave(page);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/signin$/);
  await expectSound(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expect(passkeys.getByRole('listitem')).toContainText('last used just now');

  await passkeys.getByRole('button', { name: 'Remove Work laptop' }).click();
  await expectSound(page, 'dialog[open]');
  await dialog('Remove Work laptop?').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});

test('S-08: a call that wants a proof of identity goes on once it is given', async ({ page, faults }) => {
  await virtualAuthenticator(page);
  await atAccount(page);
  const { passkeys, twoFactor, dialog } = securityPage(page);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog('Add a passkey').getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  // As the server answers from the sixth minute on.
  const refusal = { error: 'Confirm that it is you to continue.', confirm: true };
  const staleOnce = () =>
    page.route('**/api/user/two-factor', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  const turnOn = twoFactor.getByRole('button', { name: 'Turn ON', exact: true });
  const confirming = dialog('Confirm that it is you');
  const begun = dialog('Turn on two-factor authentication');

  await staleOnce();
  await turnOn.click();
  await expectRefusal(faults, 403);
  await expect(confirming).toBeVisible();
  await expectSound(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(said(page, refusal.error)).toBeVisible();

  await staleOnce();
  await turnOn.click();
  await expectRefusal(faults, 403);
  await expect(confirming.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('Wrong-horse-7!');
  await page.keyboard.press('Enter');
  await expect(confirming.getByText('This password is not right.')).toBeVisible();
  await expectRefusal(faults, 422);
  await confirming.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(begun).toBeVisible();
  await page.keyboard.press('Escape');

  await staleOnce();
  await turnOn.click();
  await expectRefusal(faults, 403);
  await confirming.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(begun).toBeVisible();
  await expect(confirming).toBeHidden();
});

test.describe('with Google', () => {
  const withGoogle = test.extend<object, { site: GoogleSite }>({
    site: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that one needs from the pattern.
      async ({}, use) => {
        const site = await googleSite();
        await use(site);
        await site.close();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: ({ site }, use) => use(site.origin),
  });
  const account = () => ({
    sub: randomUUID(),
    email: `${randomUUID()}@gmail.example`,
    email_verified: true,
    name: 'Grace',
  });
  const continued = (page: Page) => page.getByRole('link', { name: 'Continue with Google' });

  withGoogle('a new person is taken in, comes back to where they were, and may turn back', async ({ page, site }) => {
    const grace = account();
    site.google.is(grace);
    await page.goto('/signin');
    await expectSound(page);
    await continued(page).click();
    await expect(page.getByRole('button', { name: 'Trade on paper now' })).toBeVisible();

    await leave(page);
    await page.goto('/account');
    await continued(page).click();
    await expect(page).toHaveURL(/\/account$/);
    const { google } = securityPage(page);
    await expect(google).toContainText('A Google account is linked');

    await leave(page);
    site.google.is(null);
    await page.goto('/account');
    await continued(page).click();
    await expect(page.getByText('You canceled the sign-in at Google.')).toBeVisible();
    await expect(page).toHaveURL(/\/signin$/);
    site.google.is(grace);
    await continued(page).click();
    await expect(page).toHaveURL(/\/account$/);
  });

  withGoogle(
    'an account is linked after its password, unlinked, and linked again in the account',
    async ({ page, site }) => {
      const email = await atAccount(page);
      const { google } = securityPage(page);
      // Whom Google does not vouch for, their password does.
      site.google.is({ ...account(), email, email_verified: false });
      await leave(page);
      await page.goto('/account');
      await continued(page).click();
      await expect(page.getByText('Sign in with its password once')).toBeVisible();
      await expectSound(page);
      await signInByPassword(page, email);
      await expect(page).toHaveURL(/\/account$/);
      await google.getByRole('button', { name: 'Unlink Google' }).click();
      await expect(said(page, 'Your Google account is unlinked')).toBeVisible();
      await google.getByRole('button', { name: 'Link Google' }).click();
      await expect(said(page, 'Your Google account is linked')).toBeVisible();
      await expect(page).toHaveURL(/\/account#security$/);
      await expect(google.getByRole('button', { name: 'Unlink Google' })).toBeVisible();
    },
  );

  withGoogle('an account with two-factor authentication still asks for its code', async ({ page, site }) => {
    await atAccount(page);
    const { google, twoFactor, dialog, app } = securityPage(page);
    site.google.is(account());
    await google.getByRole('button', { name: 'Link Google' }).click();
    await expect(google.getByRole('button', { name: 'Unlink Google' })).toBeVisible();
    await twoFactor.getByRole('button', { name: 'Turn ON', exact: true }).click();
    const phone = await app();
    const turningOn = dialog('Turn on two-factor authentication');
    await turningOn.getByLabel('Code').fill(phone.code());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I saved the codes' }).click();

    await leave(page);
    await page.goto('/account');
    await continued(page).click();
    await expect(page.getByText('Now enter the code of your authenticator app.')).toBeVisible();
    await expectSound(page);
    await page.getByRole('main').getByLabel('Code').fill(phone.code(1));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/account$/);
  });
});
