import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test as base, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import sharp from 'sharp';
import { keepAssets } from '../../server/http/kept-assets.ts';
import { serveBuiltSite } from './built-site.ts';
import { newPerson } from './pages/sign-up.ts';
import { CHROMIUM } from '../setup/chromium.ts';
import { expectSound } from './well-behaved.ts';

/** An ordinary context counts as incognito, where nothing can be installed: each test has a profile of its own. */
const test = base.extend<{ context: BrowserContext; violations: string[] }>({
  context: async ({ baseURL, viewport, isMobile, hasTouch, launchOptions }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'tandem-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL,
      viewport,
      isMobile,
      hasTouch,
    });
    await use(context);
    await context.close();
    await rm(profile, { recursive: true, force: true });
  },
  violations: [
    async ({ context }, use) => {
      const seen: string[] = [];
      await context.exposeBinding('reportViolation', (_, violation: string) => void seen.push(violation));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
          report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
        });
      });
      await use(seen);
      expect(seen, 'S-24: the page obeys its own policy').toEqual([]);
    },
    { auto: true },
  ],
});

// Installing and notifications: only the whole browser has them.
test.use({ launchOptions: CHROMIUM });

interface Picture {
  src: string;
  sizes: string;
  type: string;
}

interface Manifest {
  id: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { url: string }[];
}

/** An untouched drawn page runs no app yet, which would hear of other versions. */
async function begun(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')),
  );
}

async function controlled(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

async function registrationOf(cdp: CDPSession, page: Page): Promise<string> {
  const ids: string[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, isDeleted } of registrations) if (!isDeleted) ids.push(registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  await controlled(page);
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  return ids.at(-1)!;
}

const shown = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    })),
  );

const firing = (origin: string) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'XRP/USDT rose above 0.52',
      body: 'Now 0.5201 on Binance',
      navigate: `${origin}/faq?from=alert`,
      tag: 'firing-1',
      timestamp: Date.now(),
    },
    app_badge: '1',
  });

test.use({ serviceWorkers: 'allow' });

test('can be installed, and the browser reads the manifest as it is written', async ({ page, request }) => {
  const written: Manifest = JSON.parse(await readFile('manifest.webmanifest', 'utf8'));
  await controlled(page);
  const cdp = await page.context().newCDPSession(page);
  await expect
    .poll(async () => (await cdp.send('Page.getInstallabilityErrors')).installabilityErrors, { timeout: 30_000 })
    .toEqual([]);
  const read = await cdp.send('Page.getAppManifest');
  expect(read.errors).toEqual([]);
  expect(JSON.parse(read.data ?? '')).toEqual(written);
  const { appId } = await cdp.send('Page.getAppId');
  expect(appId).toBe(new URL(written.id, page.url()).href);

  for (const picture of [...written.icons, ...written.screenshots]) {
    const answer = await request.get(picture.src);
    expect(answer.headers()['content-type']).toContain(picture.type);
    const { width, height } = await sharp(await answer.body()).metadata();
    expect(`${width}x${height}`, picture.src).toBe(picture.sizes);
  }
});

test('each shortcut of the icon leads to its page', async ({ page }) => {
  const { shortcuts }: Manifest = JSON.parse(await readFile('manifest.webmanifest', 'utf8'));
  await newPerson(page);
  const headings = [];
  for (const { url } of shortcuts) {
    await page.goto(url);
    headings.push(await page.getByRole('heading', { level: 1 }).first().textContent());
  }
  expect(headings).toEqual(['Markets', 'Alerts', 'Alerts']);
  await expect(page.getByRole('dialog', { name: 'Add notification' })).toBeVisible();
});

test('the shell, the FAQ and the donations open offline, and no other call is kept (P-02)', async ({
  page,
  context,
}) => {
  await controlled(page);
  const heading = await page.getByRole('heading', { level: 1 }).first().textContent();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(heading ?? '');
  // Pages whose code and data this visit never loaded, and one whose address looks like a call's.
  await page.goto('/faq');
  await expect(page.getByRole('heading', { name: 'What is paper trading?' })).toBeVisible();
  await page.goto('/donate');
  await expect(page.getByText(/^Addresses of .*You are offline/)).toBeVisible();
  await expectSound(page);
  await page.goto('/api');
  await expect(page.getByRole('main')).toBeVisible();
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => path.startsWith('/api')).toSorted()).toEqual(['/api/donation', '/api/faq']);
});

test.describe('push', () => {
  test.beforeEach(({ context }) => context.grantPermissions(['notifications']));

  test('shows one notification for one firing, and something for a message it cannot read (A-07, A-10)', async ({
    page,
    context,
  }) => {
    const cdp = await context.newCDPSession(page);
    const registrationId = await registrationOf(cdp, page);
    const { origin } = new URL(page.url());
    const deliver = (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });

    const alert = { title: 'XRP/USDT rose above 0.52', body: 'Now 0.5201 on Binance', tag: 'firing-1' };
    // A message to a worker that just started may get lost here; the same firing again is the same notification.
    await expect(async () => {
      await deliver(firing(origin));
      await expect.poll(() => shown(page), { timeout: 5_000 }).toEqual([alert]);
    }).toPass();
    await deliver(firing(origin));
    await deliver('not what was agreed');
    await expect.poll(async () => (await shown(page)).map(({ tag }) => tag).toSorted()).toEqual(['firing-1', 'tandem']);
  });

  test('a tap takes the open page to the alert without loading it anew', async ({ page, context }) => {
    const cdp = await context.newCDPSession(page);
    const registrationId = await registrationOf(cdp, page);
    const { origin } = new URL(page.url());
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
    await expect(async () => {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: firing(origin) });
      await expect.poll(() => shown(page), { timeout: 5_000 }).toHaveLength(1);
    }).toPass();

    const tabs = context.pages().length;
    const [worker] = context.serviceWorkers();
    await worker!.evaluate(async () => {
      const scope = self as unknown as {
        registration: { getNotifications: () => Promise<object[]> };
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await scope.registration.getNotifications();
      const event = new scope.NotificationEvent('notificationclick', { notification, action: '' });
      const waits: Promise<unknown>[] = [];
      // An event made by a script refuses waitUntil.
      Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => waits.push(work) });
      self.dispatchEvent(event);
      await Promise.all(waits);
    });
    await expect(page).toHaveURL(`${origin}/faq?from=alert`);
    await expect(page.locator('html')).toHaveAttribute('data-same-document', '');
    expect(context.pages()).toHaveLength(tabs);
    expect(await shown(page)).toEqual([]);
  });
});

test('a new version asks first, and reloads once; the old parts are there; a broken worker can be taken off (P-06)', async ({
  page,
  context,
  request,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-site-'));
  const [site, kept] = [join(folder, 'site'), join(folder, 'kept')];
  await cp('dist/client', site, { recursive: true });
  await keepAssets({ current: join(site, 'assets'), kept }, Date.now());
  const tabs = [page, await context.newPage()];
  let loads = 0;
  const { port } = await test.step('a release', async () => {
    await using server = await serveBuiltSite(site, { kept });
    for (const tab of tabs) await controlled(tab, server.origin);
    for (const tab of tabs) tab.on('load', () => (loads += 1));
    const worker = await readFile(join(site, 'sw.js'), 'utf8');
    await Promise.all(['sw.js.br', 'sw.js.gz'].map((name) => rm(join(site, name), { force: true })));
    await writeFile(join(site, 'sw.js'), `${worker}\n// the next version`);
    const old = (await readdir(join(site, 'assets'))).find((name) => /^alerts-page.*\.js$/.test(name)) ?? '';
    for (const end of ['', '.br', '.gz']) await rm(join(site, 'assets', old + end));

    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    for (const tab of tabs) await expect(tab.getByText('A new version is ready')).toBeVisible();
    expect(loads).toBe(0);
    const part = await request.get(`${server.origin}/assets/${old}`);
    expect([part.status(), part.headers()['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await request.get(`${server.origin}/assets/alerts-page-0.js`)).status()).toBe(404);

    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => loads).toBe(2);
    for (const tab of tabs) {
      await tab.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      await expect(tab.getByText('A new version is ready')).toBeHidden();
      await begun(tab);
    }
    expect(loads).toBe(2);
    return server;
  });

  await test.step('REMOVE_WORKER=on', async () => {
    await using server = await serveBuiltSite(site, { port, removeWorker: true });
    // A check that began before this server did answers for the next one too: it is asked again until both tabs reload.
    const update = async () => (await navigator.serviceWorker.getRegistration())?.update();
    await expect(async () => {
      if (loads < 4) await page.evaluate(update);
      expect(loads).toBe(4);
    }).toPass();
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    const answer = await page.goto(`${server.origin}/faq`);
    expect(answer?.fromServiceWorker()).toBe(false);
    await expect(page.getByRole('heading', { name: 'FAQ' })).toBeVisible();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    expect(loads).toBe(5);
  });
  await rm(folder, { recursive: true, force: true });
});
