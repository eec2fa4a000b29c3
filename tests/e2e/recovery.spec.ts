import { expect, type Page } from '@playwright/test';
import { mailSite, type MailSite } from './mail-site.ts';
import { securityPage, virtualAuthenticator } from './pages/second-factor.ts';
import { leave, newPerson, PASSWORD } from './pages/sign-up.ts';
import { expectRefusal, expectSound, test as base } from './well-behaved.ts';

const NEW_PASSWORD = 'Battery-staple-9!';
const NOT_VALID = 'Recover link is not valid. Try to recover password again.';

let networks = 0;

const test = base.extend<{ email: string }, { site: MailSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that one needs from the pattern.
    async ({}, use) => {
      const site = await mailSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  // Limits are by network.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that one needs from the pattern.
  extraHTTPHeaders: ({}, use) => use({ 'x-forwarded-for': `198.51.100.${(networks += 1)}` }),
  /** Of a person with an account, who is signed out. */
  email: async ({ page }, use) => {
    const email = await newPerson(page);
    await page.context().clearCookies();
    await use(email);
  },
});

const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Asks for a link as a person does, and reads it from the mail. */
async function askForLink(page: Page, { site, email }: { site: MailSite; email: string }): Promise<string> {
  const main = page.getByRole('main');
  await page.goto('/signin');
  await main.getByLabel('E-mail').fill(email);
  await main.getByRole('button', { name: 'Forgot password ?' }).click();
  await expect(main.getByRole('heading', { name: 'Recover password' })).toBeVisible();
  await expect(main.getByLabel('E-mail')).toHaveValue(email);
  await main.getByRole('button', { name: 'Reset password' }).click();
  await expect(notice(page, 'Check instruction in email for password recover')).toBeVisible();
  const { text = '' } = await site.mails.mailTo(email, { subject: 'Recover password' });
  const [link = ''] = /http:\/\/localhost:\d+\/restore_password\/[\w-]{43}/.exec(text) ?? [];
  expect(link.startsWith(site.origin)).toBe(true);
  return link;
}

async function fillNewPassword(page: Page, password: string, again = password): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('New password', { exact: true }).fill(password);
  await main.getByLabel('Confirm new password').fill(again);
  await main.getByRole('button', { name: 'Create' }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('E-mail').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('S-17: a lost password is replaced through the mailed link, once', async ({ page, site, email, faults }) => {
  const main = page.getByRole('main');
  const link = await askForLink(page, { site, email });
  await expect(main.getByText('Check your mail')).toBeVisible();
  await expectSound(page);

  await page.goto(link);
  await expect(main.getByRole('heading', { name: 'New password' })).toBeVisible();
  await fillNewPassword(page, NEW_PASSWORD, PASSWORD);
  await expect(main.getByText("Passwords don't match.")).toBeVisible();
  await fillNewPassword(page, 'P@ssw0rd123');
  await expect(main.getByText('known from leaks')).toBeVisible();
  await expectRefusal(faults, 400);
  await expectSound(page);
  await fillNewPassword(page, NEW_PASSWORD);
  await expect(notice(page, 'New password created')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);

  await signIn(page, email, PASSWORD);
  await expect(notice(page, 'E-mail or password wrong')).toBeVisible();
  await signIn(page, email, NEW_PASSWORD);
  await expect(notice(page, 'You are authorized')).toBeVisible();
  await expect(page).toHaveURL(`${site.origin}/`);
  await leave(page);

  await page.goto(link);
  await expect(main.getByText(NOT_VALID)).toBeVisible();
  await expectSound(page);
  await main.getByRole('link', { name: 'Recover password' }).click();
  await expect(main.getByRole('button', { name: 'Reset password' })).toBeVisible();
});

test('S-50 a reset shows what it removes, and asks for the removal of a lost two-factor, which one press cancels', async ({
  page,
  site,
  faults,
}) => {
  const main = page.getByRole('main');
  const email = await newPerson(page);
  await virtualAuthenticator(page);
  await page.goto('/account');
  const { passkeys, twoFactor, dialog, app } = securityPage(page);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog('Add a passkey').getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByText('Passkey 1', { exact: true })).toBeVisible();
  await twoFactor.getByRole('button', { name: 'Turn ON' }).click();
  const phone = await app();
  await page.getByRole('dialog').getByLabel('Code').fill(phone.code());
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await leave(page);

  await page.goto(await askForLink(page, { site, email }));
  await expect(main.getByText('The new password signs out 1 other browser.')).toBeVisible();
  const passkey = main.getByRole('checkbox', { name: 'Passkey “Passkey 1”' });
  await expect(passkey).toBeChecked();
  const lost = main.getByRole('checkbox', { name: /^I lost my authenticator app/ });
  await expect(lost).not.toBeChecked();
  await lost.check();
  await expectSound(page);
  await fillNewPassword(page, NEW_PASSWORD);
  await expect(notice(page, 'New password created')).toBeVisible();

  const { text = '' } = await site.mails.mailTo(email, { subject: 'Two-factor sign-in will be removed in 24 hours' });
  const [keep = ''] = /http:\S+\/keep_two_factor\/[\w-]+/.exec(text) ?? [];
  await signIn(page, email, NEW_PASSWORD);
  await main.getByRole('textbox', { name: 'Code' }).fill(phone.code(1));
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  const banner = page.getByText('Two-factor will be removed from your account');
  await expect(banner).toBeVisible();
  await page.goto('/account');
  await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  await expect(passkeys.getByText('Passkey 1', { exact: true })).toBeHidden();
  await expectSound(page);
  await page.goto(keep);
  await main.getByRole('button', { name: 'Keep two-factor' }).click();
  await expect(main.getByText('Two-factor stays on. If you did not ask')).toBeVisible();
  await expectSound(page);
  await page.goto('/account');
  await expect(twoFactor).toBeVisible();
  await expect(banner).toBeHidden();
  expect(faults).toEqual([]);
});

test('S-15: the browser that was signed in is out', async ({ page, site, email }) => {
  const main = page.getByRole('main');
  await page.goto('/signin');
  await signIn(page, email, PASSWORD);
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  const answer = await page.evaluate(async (userEmail) => {
    const init = {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userEmail }),
    };
    return (await fetch('/api/user/reset_password', init)).json();
  }, email);
  expect(answer).toBe(true);
  const { text = '' } = await site.mails.mailTo(email, { subject: 'Recover password' });
  // A call still on its way when the session ends would be refused, and the browser would log that.
  await page.goto(/http\S+\/restore_password\/\S+/.exec(text)?.[0] ?? '', { waitUntil: 'networkidle' });
  await fillNewPassword(page, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/signin$/);
  await expect(main.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden();
});

test('a link that was never made is said to be invalid, and so is an address', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/restore_password/nothing');
  await expect(main.getByText(NOT_VALID)).toBeVisible();
  await page.goto('/signin');
  await main.getByRole('button', { name: 'Forgot password ?' }).click();
  await main.getByLabel('E-mail').fill('nobody');
  await main.getByRole('button', { name: 'Reset password' }).click();
  await expect(main.getByText('Please enter a valid email')).toBeVisible();
  await expectSound(page);
  await main.getByRole('button', { name: 'Back' }).click();
  await expect(main.getByLabel('E-mail')).toHaveValue('nobody');
  await expect(main.getByLabel('E-mail')).toBeFocused();
});
