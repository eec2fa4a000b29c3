import { expect, type Page } from '@playwright/test';
import { button, expectSound, expectSoundDialog, idle, type Opener } from './pages/audit.ts';
import { keyboard } from './pages/keyboard.ts';
import { OPEN_PATHS, OWN_PATHS, PAPER_PATHS, RESTORE_PATH } from '#contracts/rules/page-paths.ts';
import { marketsPage } from './pages/markets.ts';
import { unfold } from './pages/unfold.ts';
import { steady, trade } from './pages/paper-control.ts';
import { PASSWORD, paperTrader, signUp } from './pages/sign-up.ts';
import { CHROMIUM } from '../setup/chromium.ts';
import { expectRefusal, expectSound as expectWellMade, test } from './well-behaved.ts';

// Alerts are offered as notifications.
test.use({ launchOptions: CHROMIUM });

const PAPERS = new Set<string>(PAPER_PATHS);
const ALL = [...OPEN_PATHS, RESTORE_PATH.replace(':hash', 'none')];
/** The papers differ in their words alone: all of them are looked at in one size, in the other the longest. */
const VISITOR: Record<string, string[]> = {
  phone: ALL,
  desktop: ALL.filter((path) => !PAPERS.has(path) || path === '/help'),
};
const SECTIONS = ['buy', 'sell', 'alerts', 'history'];
const PERSON = [
  ...OWN_PATHS.filter((path) => path !== '/welcome' && path !== '/markets/spot/list'),
  ...SECTIONS.map((section) => `/markets/spot/list?section=${section}`),
];

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'AVAXUSDT', name: 'AVAX_USDT' },
  desktop: { symbol: 'NEARUSDT', name: 'NEAR_USDT' },
};

interface NewAlert {
  symbol: string;
  price: number;
  comment: string;
}

/** Set by a call: the form has tests of its own. */
const addAlert = (page: Page, alert: NewAlert): Promise<void> =>
  page.evaluate(async (given) => {
    const answer = await fetch('/api/alert/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ market: 'BINANCE', type: 'PRICE_REACHES', informing: 'ONLY_ONCE', ...given }),
    });
    const { error } = (await answer.json()) as { error: string | null };
    if (error !== null) throw new Error(error);
  }, alert);

/** A trader with one alert that fired and one that waits, one filled block and one that waits. */
async function busyTrader(page: Page, project: string): Promise<void> {
  const { symbol, name } = OWN[project as keyof typeof OWN];
  await trade(symbol, 30);
  await paperTrader(page);
  const markets = marketsPage(page);
  await markets.button.click();
  await expect(markets.rows.first()).toHaveAttribute('data-status', 'filled');
  await markets.type({ price: '0.4', total: '50' });
  await markets.button.click();
  await expect(markets.rows).toHaveCount(2);
  await addAlert(page, { symbol: name, price: 31, comment: 'A comment of some length, on why this level matters' });
  await addAlert(page, { symbol: name, price: 90, comment: '' });
  await trade(symbol, 30);
  await trade(symbol, 32);
  await page.goto('/alerts');
  await expect(page.locator('[data-alert]').first()).toHaveAttribute('data-executed', 'true');
}

test('every page of a visitor is accessible', { tag: ['@layout', '@audit'] }, async ({ page, faults }, { project }) => {
  test.slow();
  for (const path of VISITOR[project.name] ?? []) {
    await page.goto(path);
    await idle(page);
    await expectSound(page);
  }
  await page.goto('/no-such-page');
  await idle(page);
  await expect(page.getByText("Sorry! The page you're looking for cannot be found.")).toBeVisible();
  await expectSound(page);
  await expectRefusal(faults, 404);
});

async function expectSoundMenus(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  // A wide screen has the drawer's links in its header.
  const drawer = header.getByRole('button', { name: 'Menu' });
  if ((page.viewportSize()?.width ?? 0) < 576) await expectSoundDialog(page, { name: 'Menu', opener: drawer });
  const account = header.getByRole('button', { name: 'Your account' });
  const inMenu = page.getByRole('link', { name: 'Your API' });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(inMenu).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(inMenu).toBeHidden();
  await expect(account).toBeFocused();
}

async function fillAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add notification' });
  await dialog.getByLabel('Alert type').selectOption({ label: 'Price reaches' });
  await dialog.getByLabel('Frequency').selectOption({ label: 'Always' });
  await dialog.getByLabel('Price', { exact: true }).fill('90');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'every page of a new person is accessible, with the menus, the offer after a first alert and the error screen',
  { tag: ['@layout', '@audit'] },
  async ({ page, context, faults }) => {
    await context.grantPermissions(['notifications']);
    await signUp(page);
    for (const path of ['/welcome', '/markets/spot/list', '/api', '/alerts']) {
      await page.goto(path);
      await idle(page);
      await expectSound(page);
      if (path === '/markets/spot/list') {
        // What a tick sets in motion.
        const digits = page.getByTestId('market-price').locator('span');
        await expect(digits).toHaveCSS('transition-property', 'color');
        await expect(digits).toHaveCSS('transition-duration', '0s');
      }
      if (path === '/api') {
        const name = 'How to add a key';
        await expectSoundDialog(page, { name, opener: button(name)(page) });
      }
    }
    await fillAlert(page);
    const offer = page.getByRole('dialog', { name: 'Get notified instantly' });
    await expect(offer).toBeVisible();
    await expectSound(page, 'dialog[open]');
    await page.keyboard.press('Escape');
    await expect(offer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add alert' })).toBeFocused();
    await expectSoundMenus(page);

    const iphone = await context.newPage();
    await iphone.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', {
        get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)',
      }),
    );
    await iphone.goto('/markets/spot/list');
    await expectSoundDialog(iphone, { name: 'Install Tandem', opener: button('Install')(iphone) });
    await iphone.close();

    // A part of the page that does not come, after it was loaded anew either.
    await page.route(/\/assets\/bots-page/, (route) => route.abort());
    await page.goto('/bots');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expectSound(page);
    const expected = /bots: Failed to load resource|This page did not load/;
    expect(faults.splice(0).filter((fault) => !expected.test(fault))).toEqual([]);
  },
);

/** By their names, with what opens them. Those that need more than a press are looked at where they are tried. */
const DIALOGS: Record<string, Record<string, Opener>> = {
  '/alerts': {
    'Add notification': button('Add alert'),
    'Are you sure to delete this alert?': button(/^Delete the alert/),
  },
  '/api': {
    'Add API': button('Add'),
    'Balances of Paper': (page) => page.getByTitle('Balances of Paper by asset'),
    'Check Paper': button('Check Paper'),
    'Reset Paper?': button('Reset Paper'),
    'Sub-keys of Paper': button('Addiction of Paper'),
  },
  '/markets/spot/list?section=buy': {
    'Choose a coin pair': button(/^Coin pair/),
    'Remove this order?': button('Remove order'),
    'Close this block?': button('Close block'),
    'Stop Limit / Take Profit': (page) =>
      page.locator('[data-status=filled]').getByRole('button', { name: 'Targets in detail' }),
  },
};
/** A finger has no keys to look up, and a phone shows its chart when asked. */
const ON_DESKTOP = {
  'Lines on the chart': button(/^Lines \(/),
  'Keyboard shortcuts': button('Keyboard shortcuts'),
};

test(
  'every page and dialog of a trader is accessible',
  { tag: ['@layout', '@audit'] },
  async ({ page }, { project }) => {
    test.slow();
    await using _ = await steady('XRPUSDT', 0.52);
    await busyTrader(page, project.name);
    for (const path of PERSON) {
      await page.goto(path);
      await idle(page);
      await expectSound(page);
      for (const row of await page.locator('[data-block]').all()) await unfold(row);
      for (const [name, opener] of Object.entries(DIALOGS[path] ?? {}))
        await expectSoundDialog(page, { name, opener: opener(page) });
    }
    if (project.name !== 'desktop') return;
    await page.goto('/markets/spot/list');
    // At 200 % the chart is put away, and what opened its dialog with it.
    for (const [name, opener] of Object.entries(ON_DESKTOP))
      await expectSoundDialog(page, { name, opener: opener(page), look: expectWellMade });
  },
);

test('the first run needs no more than a keyboard', { tag: '@keyboard' }, async ({ page }) => {
  await using _ = await steady('XRPUSDT', 0.52);
  const markets = marketsPage(page);
  const main = page.getByRole('main');
  const tab = keyboard(page);
  const pressed = tab.use;
  await page.goto('/');
  await pressed(main.getByRole('link', { name: 'Get started' }));
  await expect(page).toHaveURL(/\/signup$/);
  const answers = [
    ['Name', 'Ada Trader'],
    ['E-mail', `ada-${crypto.randomUUID()}@example.com`],
    ['Password', PASSWORD],
    ['Confirm new password', PASSWORD],
  ] as const;
  for (const [label, text] of answers) {
    await tab.to(main.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await pressed(main.getByRole('button', { name: 'Sign up' }));
  await pressed(main.getByRole('button', { name: 'Trade on paper now' }));
  await expect(markets.button).toBeEnabled();
  await pressed(markets.button);
  await expect(markets.rows.first()).toHaveAttribute('data-status', 'filled');
});
