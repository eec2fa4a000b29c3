import { expect, type Page } from '@playwright/test';
import { OPEN_PATHS } from '#contracts/rules/page-paths.ts';
import { holdBack } from './pages/hold-back.ts';
import { steady } from './pages/paper-control.ts';
import { paperTrader, signUp } from './pages/sign-up.ts';
import { appStarted, expectRefusal, expectSound, test } from './well-behaved.ts';
import { CHROMIUM } from '../setup/chromium.ts';

// What is pressed before the app has begun is kept differently by a browser without windows.
test.use({ launchOptions: CHROMIUM });

const ACCORDION = [
  'Copy Trading',
  'Trading bot',
  'Alerts',
  'Security and transparency',
  'Site features',
  'Intuitive interface',
];
const FOOTER = {
  'For investors': '/investors',
  'Our brand': '/brand',
  Announcements: '/announcements',
  'Risk Disclosure': '/risk-disclosure',
  'Help center': '/help',
  learn: '/learn',
  Suggestions: '/suggestions',
  Sitemap: '/sitemap',
  'Privacy policy': '/privacy',
  'Cookie settings': '/cookies',
};

const headings = (page: Page) => page.getByRole('heading', { level: 1 });

/** Never idle: what loads before the page is touched. */
const keepBusy = (page: Page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));

/** When the page was painted first, and its scripts: those that were requested before, and all. */
const firstPaint = (page: Page) =>
  page.evaluate(async () => {
    const buffered = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      });
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const pathOf = ({ name }: PerformanceEntry) => new URL(name).pathname;
    return {
      painted,
      largest: (await buffered('largest-contentful-paint')).at(-1)?.startTime,
      early: scripts.filter(({ startTime }) => startTime < painted).map(pathOf),
      scripts: scripts.map(pathOf),
    };
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page is read, opens its parts and leads on', { tag: '@layout' }, async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('your assistant in crypto-trading');
    await expect(headings(page)).toBeVisible();
    const main = page.getByRole('main');
    for (const title of ACCORDION) {
      const part = main.getByRole('group').filter({ hasText: title });
      if (title !== ACCORDION[0]) await part.locator('summary').click();
      await expect(part.locator('p')).toBeVisible();
    }
    await expect(main.getByRole('group').first().locator('p')).toBeHidden();
    await expect(main.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/signup');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('© 2024');
    for (const [label, path] of Object.entries(FOOTER))
      await expect(footer.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', path);
    await footer.getByRole('link', { name: 'Risk Disclosure' }).click();
    await expect(page).toHaveTitle('Risk Disclosure');
    await expect(headings(page)).toHaveText('Risk Disclosure');
  });

  test('questions are answered; a donation and the way in are there to be seen', async ({ page, faults }) => {
    await page.goto('/faq');
    await expect(page).toHaveTitle('assistant in crypto-trading');
    const answer = page.getByRole('group').filter({ hasText: 'How large is a copy?' });
    await answer.locator('summary').click();
    await expect(answer.locator('p').first()).toBeVisible();
    await page.goto('/donate');
    await expect(headings(page)).toHaveText('Support us');
    await expect(page.getByRole('button', { name: 'Doge' })).toBeVisible();
    await page.goto('/signin');
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    // The places of the first screen, which the frame of Markets has before any script.
    await page.goto('/markets/spot/list');
    for (const text of ['Positions', /^Tap the chart/]) await expect(page.getByText(text)).toBeVisible();
    const missing = await page.goto('/no-such-page');
    expect(missing?.status()).toBe(404);
    await expect(headings(page)).toHaveText('Not found');
    await expectRefusal(faults, 404);
  });
});

test('the landing page tells search engines and link previews what it is', async ({ request, baseURL }) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/" />`);
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toMatchObject({ '@type': 'WebApplication', url: `${baseURL}/`, featureList: ACCORDION });
  const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  expect((await request.get(picture)).headers()['content-type']).toBe('image/png');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of OPEN_PATHS) expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(await (await request.get('/markets/spot/list')).text()).not.toContain('canonical');
  expect(await (await request.get('/signin')).text()).toContain('Tandem needs JavaScript.');
});

test('the landing page comes before its app, which takes over what was touched', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(new URL(answer.url()).pathname);
  });
  await keepBusy(page);
  await page.goto('/', { waitUntil: 'load' });
  expect(scripts.filter((name) => !/\/(boot|first)-/.test(name))).toEqual([]);
  const part = page.getByRole('group').filter({ hasText: 'Alerts' });
  await part.evaluate((element: HTMLDetailsElement) => (element.open = true));
  await page.evaluate(() => document.querySelector('main')?.setAttribute('data-same', ''));
  const phone = (page.viewportSize()?.width ?? 0) < 576;
  const menu = page.getByRole('button', { name: 'Menu' });
  if (phone) {
    await menu.click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  } else await page.keyboard.press('Tab');
  await appStarted(page);
  await expect(page.locator('main[data-same]')).toHaveCount(1);
  await expect(part.locator('p')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Get started' }).click();
  await expect(page).toHaveURL(/\/signup$/);
});

test('a signed-in page is painted, with its longest text, before its scripts are requested', async ({ page }) => {
  await paperTrader(page);
  await page.goto('/api');
  await expect(page.getByRole('button', { name: /^Add Sub-API/ })).toBeVisible();
  const { painted, largest, early } = await firstPaint(page);
  expect(early.filter((name) => !/\/(boot|first)-/.test(name))).toEqual([]);
  expect(early).not.toEqual([]);
  expect(largest).toBe(painted);
});

test('a visitor gets the app after the first paint, and nothing of the signed-in pages', async ({ page }) => {
  // Idle before anything is painted.
  await page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: (run: () => void) => run() });
    document.addEventListener('DOMContentLoaded', () => window.dispatchEvent(new Event('load')));
  });
  // What registers the service worker is the last that a visitor needs.
  const last = page.waitForResponse(/\/assets\/(worker|member-later)-/);
  await page.goto('/');
  await last;
  const { early, scripts } = await firstPaint(page);
  expect(early.filter((name) => !/\/(boot|first)-/.test(name))).toEqual([]);
  expect(scripts.filter((name) => /\/landing-page-/.test(name))).not.toEqual([]);
  expect(scripts.filter((name) => /\/(member|orders|bots|persisted|trading)\b/.test(name))).toEqual([]);
});

test('G-20 a press on a slow line shows work at once, until the app has begun', async ({ page }) => {
  await page.goto('/signin');
  const release = await holdBack(page, '**/assets/*.js');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-working');
  const barHeight = () => page.evaluate(() => getComputedStyle(document.documentElement, '::before').height);
  expect(await barHeight()).toBe('3px');
  release();
  await expect(page.getByText('Login or password empty')).toBeVisible();
  await expect(root).not.toHaveAttribute('data-working');
});

test('what is typed and pressed before the app is there is done once it is', async ({ page }) => {
  await keepBusy(page);
  await page.goto('/faq', { waitUntil: 'load' });
  await page.getByPlaceholder('Type something').evaluate((field: HTMLInputElement) => {
    field.value = 'withdraw my';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await page.keyboard.press('Tab');
  await expect(page.getByText('1 answer matches “withdraw my”.')).toBeAttached();

  const press = (form: HTMLFormElement) => {
    for (const field of form.querySelectorAll('input')) {
      field.value = 'nobody@example.com';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    form.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
  };
  await page.goto('/signin', { waitUntil: 'load' });
  // From a page that wants a session it is drawn anew.
  for (const from of [null, '/alerts']) {
    await page.evaluate((usr) => history.replaceState({ usr, key: 'k', idx: 0 }, ''), from && { from });
    await page.reload({ waitUntil: 'load' });
    await page.getByRole('main').locator('form').evaluate(press);
    await page.keyboard.press('Tab');
    await expect(page.getByText('E-mail or password wrong')).toBeVisible();
  }
  await expect(page).toHaveURL(/\/signin$/);

  // What you go on typing reaches the field that has taken the other's place.
  const release = await holdBack(page, '**/assets/*.js');
  await page.reload({ waitUntil: 'domcontentloaded' });
  const password = page.getByLabel('Password', { exact: true });
  await password.evaluate((field) => field.setAttribute('data-drawn', ''));
  await password.focus();
  await page.keyboard.type('Wrong');
  release();
  await expect(page.locator('[data-drawn]')).toHaveCount(0);
  await page.keyboard.type('-horse');
  await expect(password).toHaveValue('Wrong-horse');
});

test.describe('elsewhere', () => {
  test.use({ locale: 'de-DE' });

  test('the landing page holds with its price, and by the keyboard', { tag: '@layout' }, async ({ page }) => {
    // Fresh, whatever tests before this one left of its market.
    await using _ = await steady('XRPUSDT', 0.52);
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    const figure = page.getByRole('figure');
    await expect(figure.getByText('Live price')).toBeVisible();
    // Drawn in English.
    await expect(figure.getByText(/^T\.P\. 0,\d{4}$/)).toBeVisible();
    await expectSound(page);
    const summary = page.getByRole('group').filter({ hasText: 'Site features' }).locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group').filter({ hasText: 'Site features' }).locator('p')).toBeVisible();
  });
});

test('a person who is signed in finds their account on it, and one whose session is over the way in', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Open Markets' })).toBeVisible();
  // What the page still asks meanwhile would be refused.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Get started' })).toBeVisible();
});
