import { test as base, type CDPSession, expect, type Page } from '@playwright/test';
import { PushMessage } from '../../server/contracts/push.ts';
import { trade } from './pages/paper-control.ts';
import { paperTrader } from './pages/sign-up.ts';
import { type PushSite, pushSite, subscribeAt } from './push-site.ts';

base.use({ serviceWorkers: 'allow' });

interface NewAlert {
  pair: string;
  level: string;
  comment: string;
}

async function addAlert(page: Page, { pair, level, comment }: NewAlert): Promise<void> {
  await page.getByRole('button', { name: 'Add alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add notification' });
  await dialog.getByLabel('Coin pair').fill(pair);
  await dialog.getByLabel('Alert type').selectOption({ label: 'Price rises above' });
  await dialog.getByLabel('Frequency').selectOption({ label: 'Only once' });
  await dialog.getByLabel('Price', { exact: true }).fill(level);
  await dialog.getByLabel('Comment').fill(comment);
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog).toBeHidden();
}

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
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    })),
  );

/** Long enough for a second delivery to arrive, if there were one: the worker looks again every two seconds. */
const SETTLED_MS = 5000;
const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLED_MS));

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

  test('an alert that fires is one push, one notification, and waits on top until it is seen', async ({
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
    await addAlert(page, { pair: 'DOGE/USDT', level: '0.13', comment: 'sell half' });
    const offer = page.getByRole('dialog', { name: 'Hear about it at once' });
    await offer.getByRole('button', { name: 'Turn on' }).click();
    await expect(offer).toBeHidden();
    await addAlert(page, { pair: 'DOGE/USDT', level: '0.9', comment: 'unlikely' });
    const registrationId = await registrationOf(await context.newCDPSession(page));
    await page.close();

    await site.trade('DOGEUSDT', 0.125);
    await site.trade('DOGEUSDT', 0.131);
    await expect.poll(() => service.received.length).toBe(1);
    await site.trade('DOGEUSDT', 0.125);
    await site.trade('DOGEUSDT', 0.132);
    await settled();
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
    const data = JSON.stringify(push?.message);
    for (const time of ['once', 'and again, as a push service may'])
      await test.step(time, () => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }));
    await later.goto('/alerts');
    const { title, body, tag } = notification;
    await expect.poll(() => shown(later)).toEqual([{ title, body, tag }]);

    const top = later.locator('[data-alert]').first();
    await expect(top).toContainText('sell half');
    const dot = top.getByRole('button', { name: /not seen/ });
    await expect(dot).toBeVisible();
    await top.getByText('sell half').click();
    await expect(dot).toBeHidden();
    await later.reload();
    await expect(top).toHaveAttribute('data-seen', 'true');
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
  await addAlert(page, { pair: label, level: '0.35', comment: 'two pages' });
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
  await settled();
  expect([fired.get(page), fired.get(other)]).toEqual([1, 1]);
});
