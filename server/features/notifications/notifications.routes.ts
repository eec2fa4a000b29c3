import { changeNotificationSettings, getNotificationSettings, testNotification } from '#contracts/notifications.ts';
import { getPushKey, listPushDevices, subscribePush, testPush, unsubscribePush } from '#contracts/push.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { getTelegramLink, linkTelegram, unlinkTelegram } from '#contracts/telegram.ts';
import { rateLimit } from '../../runtime/request-limits/rate-limit.ts';
import { storedHeader } from '../../http/stored-header.ts';
import { serve, type Site } from '../../http/serve.ts';
import { requireAddress } from '../../lib/require-address.ts';
import type { Notifications } from './index.ts';

const WHY_PUSH = 'This browser gets the notifications of your account.';

function pushRoutes(site: Site, notifications: Notifications): void {
  serve(site, getPushKey, async () => ({ publicKey: notifications.publicKey }));
  serve(site, listPushDevices, async ({ person }) => ({ devices: await notifications.list(person.userId) }));
  serve(site, subscribePush, async ({ person, query, json, c }) => {
    const { sessionId, proven } = person;
    const renews = query.renew ?? false;
    if (!renews) requireAddress(person, WHY_PUSH);
    const by = { userAgent: storedHeader(c, 'user-agent'), renews, sessionId, mayAdd: proven };
    return notifications.subscribe(person.userId, json, by);
  });
  serve(site, unsubscribePush, async ({ person, json }) => {
    await notifications.unsubscribe(person.userId, json.endpoint);
    return { error: null };
  });
}

function testRoutes(site: Site, { clock, sendTest, test }: Notifications): void {
  const tests = rateLimit({ most: 5, windowMs: MINUTE, clock });
  const take = (userId: string) => tests.take(userId, 'Five test notifications a minute are enough.');

  serve(site, testPush, async ({ person }) => {
    take(person.userId);
    return sendTest(person.userId);
  });
  serve(site, testNotification, async ({ person, json }) => {
    take(person.userId);
    return test(person.userId, json);
  });
}

function settingsRoutes(site: Site, { settings }: Notifications): void {
  serve(site, getNotificationSettings, ({ person }) => settings.read(person.userId));
  serve(site, changeNotificationSettings, ({ person, json }) => settings.change(person.userId, json));
}

export function notificationsRoutes(site: Site, notifications: Notifications): void {
  pushRoutes(site, notifications);
  testRoutes(site, notifications);
  settingsRoutes(site, notifications);
  const { telegram } = notifications;
  serve(site, getTelegramLink, ({ person }) => telegram.status(person.userId));
  serve(site, linkTelegram, ({ person }) => telegram.link(person.userId));
  serve(site, unlinkTelegram, ({ person }) => telegram.unlink(person.userId));
}
