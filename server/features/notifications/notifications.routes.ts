import { getPushKey, listPushDevices, subscribePush, testPush, unsubscribePush } from '#contracts/push.ts';
import { getTelegramLink, linkTelegram, unlinkTelegram } from '#contracts/telegram.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { serve, type Site } from '../../http/serve.ts';
import type { Notifications } from './index.ts';

function pushRoutes(site: Site, notifications: Notifications): void {
  const { clock } = notifications;
  const tests = rateLimit({ most: 5, windowMs: 60_000, clock });

  serve(site, getPushKey, async () => ({ publicKey: notifications.publicKey }));
  serve(site, listPushDevices, async ({ person }) => ({ devices: await notifications.list(person.userId) }));
  serve(site, subscribePush, async ({ person, query, json, c }) => {
    const by = { userAgent: c.req.header('user-agent') ?? '', renews: query.renew ?? false };
    return notifications.subscribe(person.userId, json, by);
  });
  serve(site, unsubscribePush, async ({ person, json }) => {
    await notifications.unsubscribe(person.userId, json.endpoint);
    return { error: null };
  });
  serve(site, testPush, async ({ person }) => {
    tests.take(person.userId, 'Five test notifications a minute are enough.');
    return notifications.sendTest(person.userId);
  });
}

export function notificationsRoutes(site: Site, notifications: Notifications): void {
  pushRoutes(site, notifications);
  const { telegram } = notifications;
  serve(site, getTelegramLink, ({ person }) => telegram.status(person.userId));
  serve(site, linkTelegram, ({ person }) => telegram.link(person.userId));
  serve(site, unlinkTelegram, ({ person }) => telegram.unlink(person.userId));
}
