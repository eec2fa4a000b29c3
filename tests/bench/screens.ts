// Pictures of every screen in three sizes and both themes, a trader's with a busy account, to be looked at: `npm run screens`,
// then see dist/screens.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { OPEN_PATHS, OWN_PATHS } from '#contracts/rules/page-paths.ts';
import { CHROMIUM } from '../setup/chromium.ts';
import { busyPerson } from './busy-person.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { root, startSite } from './site.ts';

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 1920, height: 1080 },
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
    if (path === '/') await page.getByText('Live price').waitFor();
    await page.screenshot({ path: join(folder, `${nameOf(path)}-${suffix}.png`), fullPage: true });
  }
  await page.close();
}

async function shootAll(browser: Browser, origin: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ baseURL: origin, viewport, colorScheme, reducedMotion: 'reduce' });
      await shoot(context, [...OPEN_PATHS, '/no-such-page'], `${size}-${colorScheme}`);
      await context.addCookies([{ name, value, url: origin }]);
      await shoot(context, OWN_PATHS, `${size}-${colorScheme}`);
      await context.close();
    }
}

mkdirSync(folder, { recursive: true });
const data = dataFolder();
const site = await startSite({ DATA_DIR: data.path }, { path: '/readyz' });
const browser = await chromium.launch(CHROMIUM);
try {
  await shootAll(browser, site.origin, await busyPerson(site.origin, data.path));
  console.log(`The pictures are in ${folder}.`);
} finally {
  await browser.close();
  await site.stop();
  data.remove();
}
