import { expect, type Page } from '@playwright/test';
import { authenticator } from '../factories/authenticator.ts';
import { fillSignUp, leave, newPerson, PASSWORD, signUp } from './pages/sign-up.ts';
import { expectRefusal, expectSound, test } from './well-behaved.ts';

const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** A call of the page's own session. */
const post = (page: Page, path: string, json: object): Promise<Record<string, string>> =>
  page.evaluate(
    async ([to, body]) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      return (await fetch(to, init)).json();
    },
    [path, JSON.stringify(json)] as const,
  );

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('E-mail').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs up, and answers the address. */
test('the rules of a password are ticked while one types, and a leaked one is refused at its field', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await page.goto('/signup');
  await expect(page).toHaveTitle('Sign up');
  await main.getByRole('button', { name: 'Sign up' }).click();
  await expect(main.getByText('Please enter your name')).toBeVisible();
  await expect(main.getByText('Please enter a valid email')).toBeVisible();
  await expectSound(page);

  const rules = main.getByRole('list', { name: 'Password rules' });
  const met = (rule: string) => rules.getByRole('listitem').filter({ hasText: rule });
  await fillSignUp(page);
  const password = main.getByLabel('Password', { exact: true });
  await password.fill('abcdefghi');
  await expect(met('A lowercase letter')).toContainText(', met');
  await expect(met('At least 10 characters')).toContainText(', not met yet');
  await password.fill('Abcdefghij');
  await expect(met('At least 10 characters')).toContainText(/, met$/);
  await expect(met('An uppercase letter')).toContainText(/, met$/);
  await expect(met('A digit')).toContainText(', not met yet');

  await password.fill('Password@123');
  await main.getByLabel('Confirm new password').fill('Password@123');
  await main.getByRole('button', { name: 'Sign up' }).click();
  await expect(main.getByText('known from leaks')).toBeVisible();
  await expect(password).toBeFocused();

  await main.getByRole('button', { name: 'Show password' }).first().click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('signing in says what is wrong, returns to the page that was asked for, and is not offered twice', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const email = await newPerson(page);
  await page.context().clearCookies();
  await page.goto('/alerts');
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page).toHaveTitle('Sign in');
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(main.getByText('Login or password empty')).toBeVisible();
  await expectSound(page);
  await signIn(page, email, 'Wrong-horse-7!');
  await expect(notice(page, 'E-mail or password wrong')).toBeVisible();
  await signIn(page, email);
  await expect(notice(page, 'You are authorized')).toBeVisible();
  await expect(page).toHaveURL(/\/alerts$/);
  for (const path of ['/signin', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
  }
});

test('S-09: no address of another site is returned to', async ({ page }) => {
  const email = await newPerson(page);
  await page.context().clearCookies();
  await page.goto('/signin');
  await page.evaluate(() =>
    history.replaceState({ usr: { from: '//evil.example/x' }, key: 'k', idx: 0 }, '', '/signin'),
  );
  await page.reload();
  await signIn(page, email);
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
});

test('the second step takes the code of the app or a recovery code', async ({ page }) => {
  const main = page.getByRole('main');
  const email = await signUp(page);
  const { secret = '' } = await post(page, '/api/user/two-factor', {});
  const app = authenticator(secret);
  const on = (await post(page, '/api/user/two-factor', { code: app.code() })) as unknown as { recoveryCodes: string[] };
  const [recoveryCode = ''] = on.recoveryCodes;
  await leave(page);

  await page.goto('/signin');
  await signIn(page, email);
  const code = main.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('12');
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(main.getByText('Type the 6 digits of your app.')).toBeVisible();
  await code.fill(app.code(-100));
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(main.getByText('This code is wrong or used already.')).toBeVisible();
  await expectSound(page);

  await main.getByRole('button', { name: 'Use a recovery code' }).click();
  await main.getByLabel('Recovery code').fill(recoveryCode);
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(notice(page, 'You are authorized')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('S-05: too many wrong passwords say how long to wait', async ({ page, faults }) => {
  const email = await newPerson(page);
  await page.context().clearCookies();
  await page.goto('/signin');
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await post(page, '/j_spring_security_check', { j_email: email, j_password: 'Wrong-horse-7!' });
    expect(answer).toEqual({ authorized: false });
  }
  await signIn(page, email);
  await expect(notice(page, /Too many wrong passwords\. Try again in 1\d minutes\./)).toBeVisible();
  await expectRefusal(faults, 429);
});
