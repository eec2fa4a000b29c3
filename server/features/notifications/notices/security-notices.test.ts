import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailListener, silentListener, type MailListener } from '../../../../tests/doubles/mail-listener.ts';
import { pushEndpoint, type PushEndpoint } from '../../../../tests/doubles/push-endpoint.ts';
import { person } from '../../../../tests/factories/visitor.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';
import { AuditKind } from '#contracts/audit.ts';

let site: TestSite;
let mails: MailListener;
let service: PushEndpoint;
beforeAll(async () => {
  [mails, service] = await Promise.all([mailListener(), pushEndpoint()]);
  site = await testSite({ SMTP_URL: mails.url, PUSH_HOSTS: service.host });
});
afterAll(async () => {
  await site.close();
  await Promise.all([mails.close(), service.close()]);
});

async function owner(at = site) {
  const who = await person(at);
  const [{ userId } = { userId: '' }] = await at.database.sql<{ userId: string }[]>`
    select user_id as "userId" from users where email = ${who.email}`;
  const rows = async () =>
    (await at.database.sql`
      select channel, state, attempts, payload from deliveries
      where user_id = ${userId} and channel in ('mail', 'push') order by id`) as unknown as {
      channel: string;
      state: string;
      attempts: number;
      payload: { title?: string; notification?: { title: string; body: string; navigate: string; tag: string } };
    }[];
  const browser = async () => {
    const { endpoint, expirationTime, keys } = service.subscription(at.deps.notifications.publicKey);
    await who.post('/api/push/subscription', { endpoint, expirationTime, keys });
  };
  return { ...who, userId, rows, browser };
}

const WHERE = { device: 'Chrome on Linux', address: '198.51.100.7' };

describe('S-07: a notice', () => {
  it('wakes the engines once it is queued; an event without one, as of an order, does not', async () => {
    const ada = await owner();
    let woken = 0;
    const stop = site.deps.notifications.onQueued(() => {
      woken += 1;
    });
    await site.deps.audit.record(ada.userId, 'order-placed', {});
    expect(woken).toBe(0);
    await site.deps.audit.record(ada.userId, 'password-changed', WHERE);
    expect(woken).toBe(1);
    stop();
  });

  it('goes out by mail and push, with time, device, address and what to do', async () => {
    const ada = await owner();
    await ada.browser();
    await site.deps.audit.record(ada.userId, 'password-changed', WHERE);
    const mail = await mails.mailTo(ada.email, { subject: 'Your password was changed' });
    for (const part of [
      'All other sessions were ended.',
      /\d{4}-\d\d-\d\d \d\d:\d\d UTC, Chrome on Linux, 198\.51\.100\.7/,
      'If this was you, there is nothing to do.',
      'http://localhost:3000/account',
    ]) {
      expect(mail.text).toMatch(part);
      expect(mail.html).toMatch(part);
    }
    const push = (await ada.rows()).findLast(({ channel }) => channel === 'push');
    expect(push?.payload.notification).toMatchObject({
      title: 'Your password was changed',
      body: expect.stringContaining('198.51.100.7'),
      navigate: 'http://localhost:3000/account',
      tag: expect.stringMatching(/^notice-\d+$/),
      requireInteraction: true,
    });
  });

  const NEWS = {
    'signed-in': { newDevice: true },
    'password-changed': {},
    'password-reset': {},
    'address-proven': { removed: 2 },
    'push-device-added': {},
    'two-factor-removal-asked': {},
    'two-factor-kept': {},
    'two-factor-on': {},
    'two-factor-off': {},
    'recovery-code-used': {},
    'codes-guessed': {},
    'passkey-added': { name: 'Phone' },
    'passkey-removed': { name: 'Phone' },
    'google-linked': {},
    'google-unlinked': {},
    'key-added': { name: 'Main', market: 'binance' },
    'key-removed': { name: 'Main', market: 'binance' },
    'key-disabled': { name: 'Main', market: 'binance', reason: 'It may withdraw now.' },
    'telegram-linked': { account: '@ada_l' },
    'telegram-unlinked': { reason: 'blocked' },
    'hook-live': { name: 'Momentum' },
    'hook-token-made': { name: 'Momentum' },
    'hook-secret-made': { name: 'Momentum' },
    'hook-paused': { name: 'Momentum', reason: 'Fifteen signals came in three minutes.' },
    'signal-refused': { name: 'Momentum', reason: 'This hook holds nothing of this pair.' },
    'webhook-added': { host: 'example.org' },
    'webhook-off': { host: 'example.org', reason: 'It answered 410: it takes no more deliveries.' },
    'token-added': { name: 'Ledger', scopes: 'read, alerts' },
    'signal-alert': { name: 'Momentum', what: 'XRP/USDT at 0.52' },
  };

  it.each(Object.entries(NEWS))('is written for %s, once', async (kind, details) => {
    const ada = await owner();
    await site.deps.audit.record(ada.userId, AuditKind.parse(kind), { ...WHERE, ...details });
    expect(await ada.rows()).toHaveLength(1);
    const mail = await mails.mailTo(ada.email);
    expect(mail.subject).toMatch(/^\p{Lu}.+[^.]$/u);
    for (const value of Object.values(details).filter((one) => typeof one === 'string' && one !== 'blocked'))
      expect(mail.text).toContain(value);
    await until(async () => expect(await ada.rows()).toMatchObject([{ state: 'sent', attempts: 1 }]));
  });

  it('is not written for what is no news', async () => {
    const ada = await owner();
    // Kinds that are recorded together with a change are tested with that change.
    const quiet = AuditKind.options.filter((kind) => !(kind in NEWS) && !kind.startsWith('two-factor-remov'));
    for (const kind of quiet) await site.deps.audit.record(ada.userId, kind, WHERE);
    await site.deps.audit.record(ada.userId, 'signed-in', { ...WHERE, newDevice: false });
    expect(await ada.rows()).toEqual([]);
  });

  it('says the same of what a person did through the site', async () => {
    const ada = await owner();
    const { key, secret } = (await ada.post('/api/paper/key', {})).body;
    const { uid } = (await ada.post('/api/key', { market: 'binance', name: 'Main', key, secret })).body;
    expect(uid).toEqual(expect.any(String));
    const mail = await mails.mailTo(ada.email);
    expect(mail.subject).toBe('An API key was added');
    expect(mail.text).toContain('The key “Main” of binance');
    for (const part of [key, secret])
      expect(`${mail.text}${mail.html}${JSON.stringify(mail.headers)}`).not.toContain(part);
  });

  it('waits for a mail server that is busy', async () => {
    const ada = await owner();
    await mails.mailTo(ada.email, { subject: 'Prove your address' });
    mails.refuseNext(1);
    await site.deps.audit.record(ada.userId, 'two-factor-on', WHERE);
    await mails.mailTo(ada.email);
    await until(async () => expect(await ada.rows()).toMatchObject([{ state: 'sent', attempts: 2 }]));
  });

  it('that was not sent when the site stopped is sent by the next start', async () => {
    const ada = await owner();
    await site.deps.deliveries.stop();
    await site.deps.audit.record(ada.userId, 'two-factor-off', WHERE);
    expect(await ada.rows()).toMatchObject([{ state: 'waiting' }]);
    site.deps.deliveries.start();
    await mails.mailTo(ada.email);
  });
});

describe('F-27: a mail server that hangs', () => {
  it('holds up no request, no other channel and no stop', async () => {
    const silent = await silentListener();
    const other = await testSite({ SMTP_URL: silent.url, PUSH_HOSTS: service.host });
    const ada = await owner(other);
    for (let count = 0; count < 6; count += 1) await other.deps.audit.record(ada.userId, 'two-factor-on', WHERE);
    await until(() => expect(silent.connections()).toBeGreaterThan(0));
    await other.deps.notifications.subscribe(ada.userId, service.subscription(other.deps.notifications.publicKey), {
      userAgent: '',
      renews: false,
      sessionId: null,
      mayAdd: true,
    });
    expect((await ada.get('/api/user')).status).toBe(200);
    await other.deps.audit.record(ada.userId, 'two-factor-off', WHERE);
    // This process does not trust the push service's certificate: a failed attempt counts as an attempt.
    await until(async () =>
      expect((await ada.rows()).find(({ channel }) => channel === 'push')?.attempts).toBeGreaterThan(0),
    );
    expect(
      (await ada.rows()).filter(({ channel }) => channel === 'mail').every(({ state }) => state === 'waiting'),
    ).toBe(true);
    const stopped = other.deps.deliveries.stop();
    await stopped;
    await silent.close();
    await other.close();
  });
});
