import { getPushKey, listPushDevices, subscribePush, testPush, unsubscribePush } from '#contracts/push.ts';
import { getTelegramLink, linkTelegram, unlinkTelegram } from '#contracts/telegram.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { serve, type Site } from '../../http/serve.ts';
import { whence } from '../../http/whence.ts';
import type { Notifications } from './index.ts';

function pushRoutes(site: Site, notifications: Notifications): void {
  const { clock, trustProxy } = notifications;
  const tests = rateLimit({ most: 5, windowMs: 60_000, clock });

  serve(site, getPushKey, async () => ({ publicKey: notifications.publicKey }));
  serve(site, listPushDevices, async ({ person }) => ({ devices: await notifications.list(person.userId) }));
  serve(site, subscribePush, async ({ person, json, c }) => {
    const by = { userAgent: c.req.header('user-agent') ?? '', ...whence(c, trustProxy) };
    return { error: await notifications.subscribe(person.userId, json, by) };
  });
  serve(site, unsubscribePush, async ({ person, json, c }) => {
    await notifications.unsubscribe(person.userId, json.endpoint, whence(c, trustProxy));
    return { error: null };
  });
  serve(site, testPush, async ({ person }) => {
    tests.take(person.userId, 'Five test notifications a minute are enough.');
    return notifications.sendTest(person.userId);
  });
}

export function notificationsRoutes(site: Site, notifications: Notifications): void {
  pushRoutes(site, notifications);
  const { telegram, trustProxy } = notifications;
  serve(site, getTelegramLink, ({ person }) => telegram.status(person.userId));
  serve(site, linkTelegram, ({ person }) => telegram.link(person.userId));
  serve(site, unlinkTelegram, ({ person, c }) => telegram.unlink(person.userId, whence(c, trustProxy)));
}
