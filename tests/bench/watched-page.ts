import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { CHROMIUM } from '../setup/chromium.ts';

/** What watch-page.mjs noticed; times are epoch ms of the machine's one clock. */
export interface Seen {
  prices: [text: string, at: number][];
  /** How many amounts have changed. */
  amounts: number;
  tasks: number[];
  shift: number;
  /** What moved. */
  shifted: string[];
}

const password = 'Bench-trader-2026!';

export const openBrowser = (): Promise<Browser> => chromium.launch(CHROMIUM);

export async function post(page: Page, path: string, data: object): Promise<Record<string, string>> {
  const answer = await page.request.post(path, { data });
  const said = (await answer.json()) as Record<string, string>;
  if (!answer.ok() || said['error']) throw new Error(`${path}: ${answer.status()} ${said['error']}`);
  return said;
}

const signIn = (page: Page, email: string) =>
  post(page, '/j_spring_security_check', { j_email: email, j_password: password });

/** A page on which a new person is signed in, or one who has been here before. */
export async function openPage(browser: Browser, options: BrowserContextOptions, email?: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  // As signing in leaves it.
  await page.addInitScript(() => localStorage.setItem('isAuthenticated', 'true'));
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-page.mjs') });
  const address = email ?? `${crypto.randomUUID()}@bench.example`;
  if (email === undefined)
    await post(page, '/api/user', {
      email: address,
      username: 'Bench',
      password,
      passwordConfirmation: password,
    });
  await signIn(page, address);
  return { page, email: address };
}

export const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
