import { type Browser, expect, type Page } from '@playwright/test';
import { codeIn, proofMail } from './outbox.ts';

export const PASSWORD = 'Correct-horse-7!';
const NAME = 'Ada Trader';
const newEmail = () => `ada-${crypto.randomUUID()}@example.com`;

/** Fills in the form of the sign-up screen; pressing its button is the test's business. */
export async function fillSignUp(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Name', { exact: true }).fill(NAME);
  await main.getByLabel('E-mail').fill(newEmail());
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByLabel('Confirm new password').fill(PASSWORD);
}

/** What the form of the sign-up screen and 'Trade on paper now' send: the browser is signed in by the answer. */
async function post(page: Page, path: string, data: object): Promise<Record<string, string>> {
  const answer = await page.request.post(path, { data });
  const said = (await answer.json()) as Record<string, string>;
  if (!answer.ok() || said['error']) throw new Error(`${path}: ${answer.status()} ${said['error']}`);
  return said;
}

/** A new person, signed in, with no page open yet; answers the address, which is proven. */
export async function newPerson(page: Page, username = NAME): Promise<string> {
  const email = await newcomer(page, username);
  const { origin } = new URL((await page.request.get('/api/user')).url());
  // The code of the mail that came after the sign-up.
  await post(page, '/api/user/address/prove', { code: codeIn(await proofMail(origin, email)) });
  return email;
}

/** The same with an address that nothing has proven yet. */
export async function newcomer(page: Page, username = NAME, email = newEmail()): Promise<string> {
  await post(page, '/api/user', { email, username, password: PASSWORD, passwordConfirmation: PASSWORD });
  await post(page, '/j_spring_security_check', { j_email: email, j_password: PASSWORD });
  return email;
}

/** A new person, signed in, before the choice of how to begin. */
export async function signUp(page: Page): Promise<string> {
  const email = await newPerson(page);
  await page.goto('/welcome');
  await expect(page.getByRole('button', { name: 'Trade on paper now' })).toBeVisible();
  return email;
}

/** A new person with a funded paper key, on Markets; answers the key. */
export async function paperTrader(page: Page): Promise<{ key: string; secret: string }> {
  await newPerson(page);
  const { key = '', secret = '' } = await post(page, '/api/paper/key', {});
  await post(page, '/api/key', { market: 'binance', name: 'Paper', key, secret });
  await page.goto('/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy');
  await expect(page.getByLabel('Price', { exact: true })).toBeVisible();
  return { key, secret };
}

/** The same person on a device of their own, signed in, with no page open yet. */
export async function anotherDevice(browser: Browser, page: Page): Promise<Page> {
  const { email = '' } = (await (await page.request.get('/api/user')).json()) as Record<string, string>;
  const other = await browser.newPage({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() });
  await post(other, '/j_spring_security_check', { j_email: email, j_password: PASSWORD });
  return other;
}

/** Another day in this browser: its session is over, and it knows. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  // A page that is still connecting would be refused, and log it.
  await page.goto('about:blank');
  await page.context().clearCookies();
}
