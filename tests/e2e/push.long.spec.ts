import { test as base, type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
import { PushMessage } from '../../server/contracts/push.ts';
import { alertsPage } from './pages/alerts.ts';
import { trade } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { type PushSite, pushSite, subscribeAt } from './push-site.ts';
import { CHROMIUM } from '../setup/chromium.ts';

// Notifications: only the whole browser has them.
base.use({ serviceWorkers: 'allow', launchOptions: CHROMIUM });

async function registrationOf(cdp: CDPSession): Promise<string> {
  const ids: string[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, isDeleted } of registrations) if (!isDeleted) ids.push(registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  return ids.at(-1) ?? '';
}

const shown = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map((notification) => {
      const { title, body, tag } = notification;
      const { actions } = notification as unknown as { actions: { title: string }[] };
      return { title, body, tag, actions: actions.map((action) => action.title) };
    }),
  );

/** A press on the one notification that is shown: on itself, or on one of its buttons. */
async function press(context: BrowserContext, action: '' | 'chart' | 'again' | 'seen'): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async (name) => {
    const scope = self as unknown as {
      registration: { getNotifications: () => Promise<object[]> };
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { notification, action: name });
    const waits: Promise<unknown>[] = [];
    // An event made by a script refuses waitUntil.
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => waits.push(work) });
    self.dispatchEvent(event);
    await Promise.all(waits);
  }, action);
}

/** Long enough for a second delivery to arrive, if there were one: the worker looks again every two seconds. */
const SETTLED_MS = 5000;
const idle = () => new Promise((resolve) => setTimeout(resolve, SETTLED_MS));

base.describe('with the page closed', () => {
  const test = base.extend<{ site: PushSite }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    site: async ({}, use) => {
      const site = await pushSite();
      await use(site);
      await site.close();
      expect(site.service.faults).toEqual([]);
    },
    baseURL: ({ site }, use) => use(site.origin),
  });

  test('an alert that fires is one push and one notification, whose buttons do what they say', async ({
    site,
    page,
    context,
  }) => {
    const { origin, service } = site;
    await site.trade('DOGEUSDT', 0.12);
    await context.grantPermissions(['notifications'], { origin });
    await subscribeAt(service, context);
    await paperTrader(page);
    await page.goto('/alerts');
    const { add } = alertsPage(page);
    await add({ pair: 'DOGE/USDT', price: '0.13', comment: 'sell half' });
    const offer = page.getByRole('dialog', { name: 'Get notified instantly' });
    await offer.getByRole('button', { name: 'Turn on' }).click();
    await expect(offer).toBeHidden();
    await add({ pair: 'DOGE/USDT', price: '0.9', comment: 'unlikely' });
    const registrationId = await registrationOf(await context.newCDPSession(page));
    await page.close();

    await site.trade('DOGEUSDT', 0.125);
    await site.trade('DOGEUSDT', 0.131);
    await expect.poll(() => service.received.length).toBe(1);
    await site.trade('DOGEUSDT', 0.125);
    await site.trade('DOGEUSDT', 0.132);
    await idle();
    expect(service.received).toHaveLength(1);
    const [push] = service.received;
    const { notification, app_badge: badge } = PushMessage.parse(push?.message);
    expect(push?.status).toBe(201);
    expect(notification).toMatchObject({
      title: 'DOGE/USDT rose above 0.13',
      navigate: `${origin}/alerts?alert=${notification.data?.alertId}`,
    });
    expect(notification.body).toContain('0.131');
    expect(notification.body).toContain('sell half');
    expect(badge).toBe('1');

    const later = await context.newPage();
    const cdp = await context.newCDPSession(later);
    await cdp.send('ServiceWorker.enable');
    const deliver = (message: unknown) =>
      cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
    await later.goto('/alerts');
    const { title, body, tag } = notification;
    // Chromium takes the first two.
    const actions = ['Open chart', 'Again'];
    // A message to a worker that just started may get lost here; the same firing again is the same notification.
    const deliverSeen = (message: unknown) =>
      expect(async () => {
        await deliver(message);
        await expect.poll(async () => (await shown(later)).length, { timeout: 5_000 }).toBe(1);
      }).toPass();
    await deliverSeen(push?.message);
    expect(await shown(later)).toEqual([{ title, body, tag, actions }]);
    await deliverSeen(push?.message);
    expect(await shown(later)).toEqual([{ title, body, tag, actions }]);

    const { rows, row } = alertsPage(later);
    const top = row();
    await expect(top.row).toContainText('sell half');
    await expect(top.unseen).toBeVisible();

    await test.step('again arms it again', async () => {
      await press(context, 'again');
      await expect(top.unseen).toBeHidden();
      await expect(rows.filter({ hasText: 'sell half' }).getByRole('switch')).toBeChecked();
      expect(await shown(later)).toEqual([]);
    });
    const arm = async () => {
      const answered = later.waitForResponse((response) => response.request().method() === 'PATCH');
      await top.row.getByText('OFF', { exact: true }).click();
      await answered;
    };
    const deliverNext = async (count: number) => {
      await site.trade('DOGEUSDT', 0.125);
      await site.trade('DOGEUSDT', 0.131);
      await expect.poll(() => service.received.length).toBe(count);
      await expect(top.unseen).toBeVisible();
      await deliverSeen(service.received.at(-1)?.message);
    };
    await test.step('seen is seen on every page', async () => {
      await deliverNext(2);
      await press(context, 'seen');
      await expect(top.row).toContainText('Executed, seen');
      expect(await shown(later)).toEqual([]);
      await top.open();
      await expect(top.log).toContainText(/Push to .*: accepted \+\d/);
    });
    await test.step('what is seen in the app leaves the screen of the phone', async () => {
      await arm();
      await deliverNext(3);
      await top.row.getByText('sell half').click();
      await expect(top.row).toContainText('Executed, seen');
      await expect.poll(() => shown(later)).toEqual([]);
    });
    await test.step('the chart opens with the order form filled in', async () => {
      await arm();
      await deliverNext(4);
      await press(context, 'chart');
      await expect(later).toHaveURL(/section=sell&price=0\.13$/);
      await expect(later.getByLabel('Price', { exact: true })).toHaveValue(/^0\.130+$/);
      await expect(later.getByRole('link', { name: /not seen/ })).toHaveCount(0);
    });
    await test.step('a press on itself opens the app on the alert', async () => {
      await deliverSeen(service.received.at(-1)?.message);
      await press(context, '');
      await expect(later).toHaveURL(/\/alerts\?alert=/);
      await expect(top.row).toContainText('Executed, seen');
      await expect(top.row).toBeInViewport();
    });
  });
});

/** Each project has a symbol of its own, so that the two may run at once. */
const OWN = {
  phone: { symbol: 'ADAUSDT', label: 'ADA/USDT' },
  desktop: { symbol: 'TRXUSDT', label: 'TRX/USDT' },
};

base('a crossing reaches each of two open pages once', async ({ page, context }, { project }) => {
  const { symbol, label } = OWN[project.name as keyof typeof OWN];
  await trade(symbol, 0.3);
  await paperTrader(page);
  const other = await context.newPage();
  const fired = new Map<Page, number>();
  for (const one of [page, other]) {
    one.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/^destination:\S*\/alert-price-executed$/m.test(String(payload))) fired.set(one, (fired.get(one) ?? 0) + 1);
      }),
    );
    await one.goto('/alerts');
    await expect(one.getByText('Live', { exact: true })).toBeVisible();
  }
  await page.bringToFront();
  await alertsPage(page).add({ pair: label, price: '0.35', comment: 'two pages' });
  await page.getByRole('button', { name: 'Not now' }).click();
  await other.reload();
  await expect(other.locator('[data-alert]')).toHaveCount(1);
  await expect(other.getByText('Live', { exact: true })).toBeVisible();
  await trade(symbol, 0.32);
  await trade(symbol, 0.36);
  for (const one of [page, other]) {
    const row = one.locator('[data-alert]').first();
    await expect(row).toHaveAttribute('data-executed', 'true');
    await expect(row.getByRole('button', { name: /not seen/ })).toBeVisible();
  }
  await idle();
  expect([fired.get(page), fired.get(other)]).toEqual([1, 1]);
});
