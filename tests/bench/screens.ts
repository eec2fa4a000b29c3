// Pictures of every screen in both sizes and themes, to be looked at: `npm run screens`, then see dist/screens.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { PASSWORD } from '../factories/visitor.ts';
import { FLAGS, OPEN_PAGES, SIGNED_IN_PAGES } from './pages.ts';
import { dataFolder, root, startSite } from './site.ts';

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};
const THEMES = ['dark', 'light'] as const;
const folder = join(root, 'dist', 'screens');
const [only] = process.argv.slice(2);

const nameOf = (path: string) => path.replace(/^\//, '').replace(/\W+/g, '-') || 'landing';

async function shoot(context: BrowserContext, paths: readonly string[], suffix: string): Promise<void> {
  const page = await context.newPage();
  for (const path of paths.filter((one) => !only || nameOf(one).startsWith(only))) {
    await page.goto(path);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await page.screenshot({ path: join(folder, `${nameOf(path)}-${suffix}.png`), fullPage: true });
  }
  await page.close();
}

/** A person with a funded paper key and an alert. */
async function enter({ request }: BrowserContext, origin: string): Promise<void> {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const post = async (path: string, data: object) => (await request.post(path, { data, headers: { origin } })).json();
  await post('/api/user', { email, username: 'Ada Trader', password: PASSWORD, passwordConfirmation: PASSWORD });
  await post('/j_spring_security_check', { j_email: email, j_password: PASSWORD, 'remember-me': true });
  const pair: object = await post('/api/paper/key', {});
  await post('/api/key', { market: 'binance', name: 'Paper', ...pair });
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', price: 9, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };
  await post('/api/alert/', { ...alert, comment: 'The old high' });
}

async function shootAll(browser: Browser, origin: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ baseURL: origin, viewport, colorScheme, reducedMotion: 'reduce' });
      await shoot(context, OPEN_PAGES, `${size}-${colorScheme}`);
      await enter(context, origin);
      await shoot(context, SIGNED_IN_PAGES, `${size}-${colorScheme}`);
      await context.close();
    }
}

mkdirSync(folder, { recursive: true });
const data = dataFolder();
const site = await startSite({ DATA_DIR: data.path }, { path: '/readyz' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: FLAGS,
});
try {
  await shootAll(browser, site.origin);
  console.log(`The pictures are in ${folder}.`);
} finally {
  await browser.close();
  await site.stop();
  data.remove();
}
