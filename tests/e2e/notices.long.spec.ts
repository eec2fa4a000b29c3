import { expect, type Page } from '@playwright/test';
import { mailListener, type MailListener } from '../doubles/mail-listener.ts';
import { telegramApi, type TelegramDouble } from '../doubles/telegram-api.ts';
import { mailsGoTo } from './pages/outbox.ts';
import { paperTrader } from './pages/sign-up.ts';
import { type PushSite, pushSite, subscribeAt } from './push-site.ts';
import { CHROMIUM } from '../setup/chromium.ts';
import { expectSound, test as base } from './well-behaved.ts';

interface World {
  site: PushSite;
  telegram: TelegramDouble;
  mails: MailListener;
}

const test = base.extend<{ world: World }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  world: async ({}, use) => {
    const [telegram, mails] = await Promise.all([telegramApi(), mailListener()]);
    const site = await pushSite({ ...telegram.env, SMTP_URL: mails.url });
    mailsGoTo(site.origin, async (email) => (await mails.mailTo(email, { subject: 'Prove your address' })).text ?? '');
    await use({ site, telegram, mails });
    await site.close();
    await Promise.all([telegram.close(), mails.close()]);
  },
  baseURL: ({ world }, use) => use(world.site.origin),
});

const CHAT = '4711';
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Presses Link Telegram and does what the dialog says, as the person would on their phone. */
async function link(page: Page, telegram: TelegramDouble): Promise<void> {
  await region(page, 'Telegram').getByRole('button', { name: 'Link Telegram' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Telegram' });
  await expect(dialog.getByRole('link', { name: 'Open @tandem_test_bot' })).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/tandem_test_bot\?start=[\w-]{43}$/,
  );
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectSound(page);
  const command = await dialog.getByText(/^\/start /).innerText();
  telegram.write(CHAT, command);
  const done = page.getByRole('dialog', { name: 'Telegram is linked' });
  await expect(done).toContainText('@ada_l');
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(region(page, 'Telegram')).toContainText('Linked with @ada_l');
}

// Notifications: only the whole browser has them.
test.use({ serviceWorkers: 'allow', launchOptions: CHROMIUM });

test('Telegram is linked, gets an alert, and says in the app when it was blocked', async ({ world, page }) => {
  const { site, telegram } = world;
  await site.trade('DOGEUSDT', 0.12);
  await paperTrader(page);
  await page.goto('/alerts');
  await page.getByRole('button', { name: 'Add alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add notification' });
  await dialog.getByLabel('Coin pair').fill('DOGE/USDT');
  await dialog.getByLabel('Alert type').selectOption({ label: 'Price rises above' });
  await dialog.getByLabel('Frequency').selectOption({ label: 'Always' });
  await dialog.getByLabel('Price', { exact: true }).fill('0.13');
  await dialog.getByText('Send to Telegram').click();
  await expect(dialog.getByText('Not sent to Telegram: no chat is linked.')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  const row = page.locator('[data-alert]').first();
  await expectSound(page);
  await row.getByRole('link', { name: 'Link Telegram' }).click();
  await expect(page).toHaveURL(/\/account#notifications$/);

  await link(page, telegram);
  await page.goto('/alerts');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Not sent to Telegram');
  await site.trade('DOGEUSDT', 0.125);
  await site.trade('DOGEUSDT', 0.131);
  await expect.poll(() => telegram.to(CHAT).at(-1)?.text).toContain('DOGE/USDT rose above 0.13');

  telegram.will(CHAT, 403);
  await page.goto('/account');
  await page.evaluate(async () => {
    const rows = (await (await fetch('/api/alert/list?market=BINANCE')).json()) as { content: { id: string }[] };
    const body = JSON.stringify({ id: rows.content[0]?.id, price: 0.14 });
    await fetch('/api/alert/', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
  });
  await site.trade('DOGEUSDT', 0.132);
  await site.trade('DOGEUSDT', 0.141);
  await expect.poll(() => telegram.to(CHAT).at(-1)?.status).toBe(403);
  await expect(async () => {
    await page.reload();
    await expect(region(page, 'Telegram').getByRole('alert')).toContainText('blocked the bot', { timeout: 2_000 });
  }).toPass();
  await expect(region(page, 'Account activity')).toContainText('Telegram unlinked');
  await expectSound(page);
});

test('a notice of the account reaches mail and every device; a device is listed and removed', async ({
  world,
  page,
  context,
}) => {
  const { site, telegram, mails } = world;
  const { origin, service } = site;
  await context.grantPermissions(['notifications'], { origin });
  await subscribeAt(service, context);
  await paperTrader(page);
  await page.goto('/account');
  const push = region(page, 'Push notifications');
  await push.getByRole('button', { name: 'Turn on' }).click();
  const device = push.getByRole('listitem').filter({ hasText: 'This device' });
  await expect(device).toContainText('nothing sent yet');
  await device.getByRole('button', { name: /^Send a test to / }).click();
  await expect(device).toContainText('Last notification');

  await link(page, telegram);
  await expect
    .poll(() => service.received.map(({ message }) => message.notification['title']))
    .toContain('Telegram was linked');
  const notice = service.received.find(({ message }) => message.notification['title'] === 'Telegram was linked');
  expect(notice?.message.notification).toMatchObject({ navigate: `${origin}/account`, requireInteraction: true });
  const email = await page.evaluate(async () => ((await (await fetch('/api/user')).json()) as { email: string }).email);
  const mail = await mails.mailTo(email, { subject: 'Telegram was linked' });
  expect(mail.text).toContain('Alerts can be sent to the Telegram account “@ada_l” from now on.');

  const activity = region(page, 'Account activity');
  await page.reload();
  await expect(activity.getByRole('listitem').first()).toContainText('Telegram linked');
  await expect(activity).toContainText(/Signed in.*Chrome on /s);
  await expect(activity).toContainText('This log is tamper-evident.');
  await expectSound(page);

  await device.getByRole('button', { name: /^Remove Chrome/ }).click();
  await expect(push).toContainText('None of your devices gets notifications yet.');
  await expect(push.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await region(page, 'Telegram').getByRole('button', { name: 'Unlink' }).click();
  await expect(region(page, 'Telegram').getByRole('button', { name: 'Link Telegram' })).toBeVisible();
});
