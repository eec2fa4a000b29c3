// Pictures of every page, and of the dialogs and menus that dialogs.ts lists, in three sizes and both themes, of a trader with
// a busy account: `npm run screens`, then see dist/screens. `npm run screens -- history` takes those alone whose names begin so.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { KEEP_PATH, OPEN_PATHS, OWN_PATHS, PROVE_PATH, RESTORE_PATH } from '#contracts/rules/page-paths.ts';
import { CHROMIUM } from '../setup/chromium.ts';
import { busyPerson } from './busy-person.ts';
import { DIALOGS, loaded, openDialog, type PicturedDialog } from './dialogs.ts';
import { dataFolder } from '../setup/data-folder.ts';
import { root, startSite } from './site.ts';

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 1920, height: 1080 },
};
const THEMES = ['dark', 'light'] as const;
const MAILED = [RESTORE_PATH, PROVE_PATH, KEEP_PATH].map((path) => path.replace(/:\w+/, 'none'));
const VISITOR = [...OPEN_PATHS, ...MAILED, '/no-such-page'];
/** With the tabs and filters that stand in the address, and a trade type that is not open yet. */
const PERSON = [
  ...OWN_PATHS,
  '/markets/spot/list?section=sell',
  '/markets/spot/list?section=alerts',
  '/markets/spot/list?section=history',
  '/markets/margin/list',
  '/overview?blocks=unprotected',
];
const folder = join(root, 'dist', 'screens');
const [only] = process.argv.slice(2);

const nameOf = (path: string) => path.replace(/^\//, '').replace(/\W+/g, '-') || 'landing';

/** The names of the pictures that show something else, each with why. */
const failed: string[] = [];

async function shootOnce(page: Page, name: string, { ready, fullPage }: Shot): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  try {
    await ready();
  } catch (error) {
    failed.push(`${name}: ${String(error).split('\n')[0]}`);
  }
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

interface Shot {
  /** Settles once there is what the picture is to show. */
  ready: () => Promise<void>;
  fullPage: boolean;
}

async function shoot(context: BrowserContext, paths: readonly string[], suffix: string): Promise<void> {
  const page = await context.newPage();
  for (const path of paths.filter((one) => !only || nameOf(one).startsWith(only))) {
    await page.goto(path);
    const ready = async () => {
      if (path === '/') await page.getByText('Live price').waitFor();
      await loaded(page);
    };
    await shootOnce(page, `${nameOf(path)}-${suffix}`, { ready, fullPage: true });
  }
  await page.close();
}

async function shootDialog(page: Page, dialog: PicturedDialog, suffix: string): Promise<void> {
  await page.goto(dialog.path);
  await shootOnce(page, `dialog-${dialog.name}-${suffix}`, { ready: () => openDialog(page, dialog), fullPage: false });
}

async function shootDialogs(context: BrowserContext, size: string, theme: string): Promise<void> {
  for (const dialog of DIALOGS.filter(({ name }) => !only || `dialog-${name}`.startsWith(only))) {
    const presses = (size === 'phone' && dialog.onPhone) || dialog.presses;
    if (presses.length === 0) continue;
    // What was typed is kept in the tab: each dialog has a tab of its own.
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await shootDialog(page, { ...dialog, presses }, `${size}-${theme}`);
    await page.close();
  }
}

interface Look {
  size: keyof typeof SIZES;
  colorScheme: (typeof THEMES)[number];
}

async function shootLook(browser: Browser, { origin, cookie }: Person, { size, colorScheme }: Look): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  const touch = size === 'phone' && { hasTouch: true, isMobile: true };
  const look = { baseURL: origin, viewport: SIZES[size], colorScheme, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...look, ...touch });
  await shoot(context, VISITOR, `${size}-${colorScheme}`);
  await context.addCookies([{ name, value, url: origin }]);
  await shoot(context, PERSON, `${size}-${colorScheme}`);
  await shootDialogs(context, size, colorScheme);
  await context.close();
}

interface Person {
  origin: string;
  cookie: string;
}

async function shootAll(browser: Browser, person: Person): Promise<void> {
  for (const size of ['phone', 'desktop', 'wide'] as const)
    await Promise.all(THEMES.map((colorScheme) => shootLook(browser, person, { size, colorScheme })));
}

mkdirSync(folder, { recursive: true });
const data = dataFolder();
const site = await startSite({ DATA_DIR: data.path }, { path: '/readyz' });
const browser = await chromium.launch(CHROMIUM);
try {
  const { origin } = site;
  await shootAll(browser, { origin, cookie: await busyPerson(origin, data.path) });
  console.log(`The pictures are in ${folder}.`);
  if (failed.length > 0) throw new Error(`These show something else:\n${failed.join('\n')}`);
} finally {
  await browser.close();
  await site.stop();
  data.remove();
}
