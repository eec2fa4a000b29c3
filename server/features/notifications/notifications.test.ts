import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../tests/doubles/push-endpoint.ts';
import { BY, pushWorld, TAKEN } from '../../../tests/factories/push-world.ts';
import { alertOwner, alertServer } from '../../../tests/factories/watched-alerts.ts';
import { until } from '../../../tests/setup/until.ts';

const { time, clock, ground, service, start, subscriber } = pushWorld();

describe('a push', () => {
  it('of a crossing reaches the browser exactly once, encrypted and signed', async () => {
    const server = start();
    const ada = await subscriber(server);
    server.engine.start();
    await until(() => expect(server.engine.ready()).toBe(true));
    const { id } = await ada.add('0.53', { comment: 'sell ✓' });
    await until(async () => {
      server.feed.trade('XRPUSDT', '0.5298', clock());
      server.feed.trade('XRPUSDT', '0.5301', clock());
      expect(ada.received()).toHaveLength(1);
    });
    const [push] = ada.received();
    expect(push?.message).toMatchObject({
      web_push: 8030,
      app_badge: '1',
      notification: {
        title: 'XRP/USDT rose above 0.53',
        body: 'It is at 0.5301.\nsell ✓',
        navigate: `https://tandem.example/alerts?alert=${id}`,
        data: {
          alertId: id,
          draft: '/markets/spot/list?market=binance&symbolName=xrp_usdt&section=sell&price=0.53',
          again: true,
        },
      },
    });
    expect(push?.headers).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{22}$/) });
    expect(Number(push?.headers.ttl)).toBeGreaterThan(3_500);
    expect(Number(push?.headers.ttl)).toBeLessThanOrEqual(3_600);
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'sent', attempts: 1 }));
    await server.engine.stop();
    expect(ada.received()).toHaveLength(1);
    expect(ada.reported.filter(({ topic }) => topic === 'alert-price-executed')).toHaveLength(1);
  });

  it.each([404, 410])('that is answered %d removes the subscription', async (status) => {
    const server = start();
    const ada = await subscriber(server, status);
    await ada.queue();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'gone' }));
    expect(await ada.subscriptions()).toBe(0);
    expect(ada.received()).toHaveLength(1);
  });

  it('that fails is tried again until it is taken', async () => {
    const server = start();
    const ada = await subscriber(server, 500, 503, 201);
    await ada.queue();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'sent', attempts: 3 }));
    expect(ada.received().map(({ status }) => status)).toEqual([500, 503, 201]);
    expect(new Set(ada.received().map(({ headers }) => headers.topic)).size).toBe(1);
  });

  it('is not tried again before the service wants it', async () => {
    const server = start();
    const ada = await subscriber(server, { status: 429, retryAfter: '120' }, 201);
    const before = clock();
    await ada.queue();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'waiting', attempts: 1 }));
    expect((await ada.delivery()).nextAt).toBeGreaterThanOrEqual(before + 120_000);
    time.ahead += 130_000;
    server.notifications.wake();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'sent', attempts: 2 }));
  });

  it('is given up when it is too late to be of use', async () => {
    const server = start();
    const ada = await subscriber(server, { status: 503, retryAfter: '7200' });
    await ada.queue();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'expired', lastError: 'HTTP 503' }));
  });

  it('that is refused tells the operator and is not repeated', async () => {
    const server = start();
    const ada = await subscriber(server, 403);
    await ada.queue();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'failed', attempts: 1 }));
    expect(server.lines.some((line) => line.includes('the push service refuses us'))).toBe(true);
    expect(server.lines.join('')).not.toContain(ada.browser.id);
    expect(await ada.subscriptions()).toBe(1);
  });

  it('to a service that hangs holds up no other, and is sent by the next worker after a stop', async () => {
    const server = start();
    const [slow, quick] = [await subscriber(server, 'hang'), await subscriber(server)];
    await slow.queue();
    await until(async () => expect(slow.received()).toHaveLength(1));
    await quick.queue();
    await until(async () => expect(await quick.delivery()).toMatchObject({ state: 'sent' }));
    await server.deliveries.stop();
    expect(await slow.delivery()).toMatchObject({ state: 'waiting', attempts: 0 });
    start();
    await until(async () => expect(await slow.delivery()).toMatchObject({ state: 'sent' }));
  });

  it('A-09: is not held up by those that are refused, put off, failing or without an answer, however many', async () => {
    const server = alertServer(ground(), { clock });
    const answers: Answer[] = [410, { status: 429, retryAfter: '120' }, 500, ...Array<Answer>(30).fill('hang')];
    const troubled: Awaited<ReturnType<typeof subscriber>>[] = [];
    for (const answer of answers) troubled.push(await subscriber(server, answer));
    const quick = await subscriber(server);
    for (const one of [...troubled, quick]) await one.queue();
    start();
    await until(async () => expect(await quick.delivery()).toMatchObject({ state: 'sent', attempts: 1 }));
    // There are twenty slots: deliveries that hang have released theirs, and still wait.
    expect(service().unanswered.most).toBeGreaterThan(20);
    const [gone, putOff, failing] = troubled;
    await until(async () => expect(await gone?.delivery()).toMatchObject({ state: 'gone', attempts: 1 }));
    await until(async () => expect(await putOff?.delivery()).toMatchObject({ state: 'waiting', attempts: 1 }));
    await until(async () => expect(await failing?.delivery()).toMatchObject({ state: 'sent' }));
    for (const { delivery } of troubled.slice(3)) expect(await delivery()).not.toMatchObject({ state: 'expired' });
  });

  it('left behind by a worker that died is taken by another when its lease is over', async () => {
    const server = alertServer(ground(), { clock });
    const ada = await subscriber(server);
    await ada.queue();
    await ground().database.sql`
      update deliveries set lease_owner = gen_random_uuid(), lease_until = ${clock() + 30_000}, fence = 1
      where user_id = ${ada.userId}`;
    const bob = await subscriber(server);
    await bob.queue();
    const worker = start();
    // Without the lease both would have been taken at once.
    await until(async () => expect(await bob.delivery()).toMatchObject({ state: 'sent' }));
    expect(await ada.delivery()).toMatchObject({ state: 'waiting' });
    time.ahead += 31_000;
    worker.notifications.wake();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'sent' }));
  });

  it('is sent once by two workers on one database', async () => {
    const [one, other] = [start(), start()];
    const people = [];
    for (let count = 0; count < 15; count += 1) people.push(await subscriber(one));
    await Promise.all(people.map((person) => person.queue()));
    other.notifications.wake();
    for (const person of people) {
      await until(async () => expect(await person.delivery()).toMatchObject({ state: 'sent' }));
      expect(person.received()).toHaveLength(1);
    }
  });

  it('of a long comment stays under three kilobytes', async () => {
    const server = start();
    const ada = await subscriber(server);
    await ground().database.db.transaction((tx) =>
      server.notifications.queueAlertDeliveries(tx, [
        {
          userId: ada.userId,
          firingId: ada.firingId,
          now: clock(),
          live: { topic: 'balance', body: {} },
          toTelegram: false,
          push: () => ({
            web_push: 8030,
            notification: { title: 't', body: '€'.repeat(2_000), navigate: 'https://x', tag: 't', timestamp: 1 },
          }),
        },
      ]),
    );
    server.notifications.wake();
    await until(async () => expect(ada.received()).toHaveLength(1));
    const text = JSON.stringify(ada.received()[0]?.message);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_072);
    expect(text).toMatch(/€…"/);
  });
});

describe('a subscription', () => {
  it('is taken only at a known push service, with keys that work', async () => {
    const { notifications } = start();
    const { userId } = await alertOwner(start(), ground());
    const browser = service().subscription(notifications.publicKey);
    const at = (endpoint: string) => notifications.subscribe(userId, { ...browser, endpoint }, BY);
    for (const endpoint of [
      'https://evil.example/x',
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://user@fcm.googleapis.com/x',
      'https://push.services.mozilla.com.evil/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
    ]) {
      expect((await at(endpoint)).error).toMatch(/^This push service is not supported/);
    }
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-by3p.notify.windows.com/w/?token=abc',
    ]) {
      expect(await at(endpoint)).toEqual(TAKEN);
    }
    const broken = { ...browser, keys: { p256dh: 'AAAA', auth: browser.keys.auth } };
    expect((await notifications.subscribe(userId, broken, BY)).error).toMatch(/^This browser's push keys do not work/);
  });

  it('belongs to the person who signed in on the browser last, and what waited for the other is not sent there', async () => {
    const server = alertServer(ground(), { clock });
    const ada = await subscriber(server);
    const bob = await alertOwner(server, ground());
    await ada.queue();
    expect(await server.notifications.subscribe(bob.userId, ada.browser, BY)).toEqual(TAKEN);
    start();
    await until(async () => expect(await ada.delivery()).toMatchObject({ state: 'gone' }));
    expect(ada.received()).toEqual([]);
    expect(await ada.subscriptions()).toBe(0);
  });

  it('renewed by the same person stays one, and the eleventh browser is refused', async () => {
    const server = start();
    const ada = await subscriber(server);
    expect(await server.notifications.subscribe(ada.userId, ada.browser, BY)).toEqual(TAKEN);
    expect(await ada.subscriptions()).toBe(1);
    const more = Array.from({ length: 12 }, () => service().subscription(server.notifications.publicKey));
    const answers = await Promise.all(more.map((one) => server.notifications.subscribe(ada.userId, one, BY)));
    const errors = answers.map(({ error }) => error);
    expect(errors.filter((error) => error === null)).toHaveLength(9);
    expect(errors.find((error) => error !== null)).toMatch(/^10 browsers get notifications already/);
    expect(await ada.subscriptions()).toBe(10);
  });

  it('is tested at the press of a button, and removed by the browser', async () => {
    const server = start();
    const ada = await subscriber(server, 201, 410);
    expect(await server.notifications.sendTest(ada.userId)).toEqual({ sent: 1, failed: 0 });
    expect(ada.received()[0]?.message).toMatchObject({ notification: { body: 'Notifications reach this browser.' } });
    expect(await server.notifications.sendTest(ada.userId)).toEqual({ sent: 0, failed: 1 });
    expect(await ada.subscriptions()).toBe(0);
    const again = await subscriber(server);
    await server.notifications.unsubscribe(again.userId, again.browser.endpoint);
    expect(await again.subscriptions()).toBe(0);
  });
});
