import { getPushKey, subscribePush, testPush, unsubscribePush } from '#contracts/push.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { serve, type Site } from '../../http/serve.ts';
import type { Notifications } from './index.ts';

export function notificationsRoutes(site: Site, notifications: Notifications): void {
  const tests = rateLimit({ most: 5, windowMs: 60_000, clock: notifications.clock });

  serve(site, getPushKey, async () => ({ publicKey: notifications.publicKey }));
  serve(site, subscribePush, async ({ person, json, c }) => ({
    error: await notifications.subscribe(person.userId, json, c.req.header('user-agent') ?? ''),
  }));
  serve(site, unsubscribePush, async ({ person, json }) => {
    await notifications.unsubscribe(person.userId, json.endpoint);
    return { error: null };
  });
  serve(site, testPush, async ({ person }) => {
    tests.take(person.userId, 'Five test notifications a minute are enough. Wait a little.');
    return notifications.sendTest(person.userId);
  });
}
