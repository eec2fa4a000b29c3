import { expect, test } from '@playwright/test';
import { accountPage } from './pages/account.ts';
import { codeIn, proofMail } from './pages/outbox.ts';
import { securityPage, virtualAuthenticator } from './pages/second-factor.ts';
import { newcomer } from './pages/sign-up.ts';
import { expectSound } from './well-behaved.ts';

const originOf = (url: string) => new URL(url).origin;

test('S-50 an address is proven where it is needed, by the code of the mail', async ({ page }) => {
  const email = await newcomer(page);
  await virtualAuthenticator(page);
  await accountPage(page).open();
  const banner = page.getByText('Prove your address', { exact: true });
  await expect(banner).toBeVisible();
  const { passkeys } = securityPage(page);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Continue' }).click();
  const door = page.getByRole('dialog', { name: 'Prove your address' });
  await expect(door).toContainText('A passkey opens your account by itself.');
  await expect(door).toContainText('no mail server');
  await expect(door.getByLabel('Code')).toHaveAccessibleDescription(new RegExp(email));
  await expectSound(page);
  await door.getByLabel('Code').fill('1234');
  await door.getByRole('button', { name: 'Prove', exact: true }).click();
  await expect(door.getByText('The code has eight digits.')).toBeVisible();
  await door.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('A new mail is in the outbox')).toBeVisible();
  await door.getByLabel('Code').fill(codeIn(await proofMail(originOf(page.url()), email)));
  await door.getByRole('button', { name: 'Prove', exact: true }).click();
  await expect(passkeys.getByText('Passkey 1', { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
});

test('S-50 the banner opens to the code field; the link of the mail does the same in this browser only', async ({
  page,
  browser,
}) => {
  const email = await newcomer(page);
  await page.goto('/api');
  await page.getByText('Enter code', { exact: true }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectSound(page);
  const link = /http:\S+\/prove_address\/[\w-]+/.exec(await proofMail(originOf(page.url()), email))?.[0] ?? '';
  const elsewhere = await browser.newPage({ viewport: page.viewportSize() });
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('link', { name: 'Set a new password' })).toBeVisible();
  await expectSound(elsewhere);
  await elsewhere.close();
  await page.goto(link);
  await page.getByRole('button', { name: 'Prove my address' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('Prove your address', { exact: true })).toBeHidden();
});

test('S-50 a long address stays within the page', async ({ page }) => {
  await newcomer(page, 'Ada', `${'a'.repeat(24)}${crypto.randomUUID()}@${'b'.repeat(60)}.example.com`);
  for (const path of ['/account', '/api']) {
    await page.goto(path);
    await page.getByText('Enter code', { exact: true }).click();
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/bbb\.example\.com/);
    await expectSound(page);
  }
});
