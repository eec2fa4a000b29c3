import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperControl } from '../../../../tests/factories/paper-control.ts';
import { newcomer, person } from '../../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../../tests/setup/site.ts';
import { until } from '../../../../tests/setup/until.ts';
import { localTime } from './quiet-hours.ts';

const { clock, pass } = shiftedClock();
const PATH = '/api/notifications/settings';
const ZONE = 'Asia/Kathmandu';
let site: TestSite;
beforeAll(async () => {
  site = await testSite({}, clock);
});
afterAll(() => site.close());

type Someone = Awaited<ReturnType<typeof person>>;

/** Mails to a user, oldest first, as text. */
function mailsTo({ email }: Someone): string[] {
  const folder = join(site.deps.env.DATA_DIR, 'outbox');
  const files = readdirSync(folder).toSorted();
  const mails = files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n/g, ''));
  return mails.filter((mail) => mail.includes(`To: ${email}`));
}

async function withMail() {
  const who = await person(site);
  await who.send('PATCH', PATH, { json: { mail: true } });
  return who;
}

const hoursAround = (before: number, after: number) => ({
  from: localTime(clock() - before * 60_000, ZONE),
  to: localTime(clock() + after * 60_000, ZONE),
  timeZone: ZONE,
});

async function alerts(who: Someone, ...prices: number[]) {
  const added = [];
  for (const price of prices) {
    const json = { market: 'BINANCE', symbol: 'DOGE_USDT', price, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };
    added.push((await who.post('/api/alert/', json)).body.alert.id as string);
  }
  return added;
}

/** Waits until an alert's log has one firing whose mail is in this state. */
async function fired(who: Someone, id: string, state: string) {
  const control = paperControl(site);
  return until(async () => {
    for (const price of ['0.4', '0.6']) await control('price', { symbol: 'DOGEUSDT', price });
    const { content } = (await who.get(`/api/alert/${id}/log`)).body;
    expect(content).toMatchObject([
      {
        deliveries: [
          { channel: 'live', state: 'sent' },
          { channel: 'mail', state },
        ],
      },
    ]);
    return content[0];
  });
}

describe('alerts by e-mail', () => {
  it('S-50 go to a proven address only', async () => {
    const who = await newcomer(site);
    const off = { mail: { on: false, address: who.email, verified: false }, quietHours: null, quietUntil: null };
    expect((await who.get(PATH)).body).toEqual(off);
    const refused = await who.send('PATCH', PATH, { json: { mail: true } });
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: expect.stringMatching(/^Alerts go to addresses that are proven\. Prove your e-mail/), prove: true },
    ]);
    expect((await who.send('PATCH', PATH, { json: { mail: false } })).body).toEqual({ settings: off });
    expect((await who.post('/api/notifications/test', { channel: 'mail' })).body).toMatchObject({ sent: 0, failed: 0 });
    await site.prove(who.email);
    const on = { ...off, mail: { on: true, address: who.email, verified: true } };
    expect((await who.send('PATCH', PATH, { json: { mail: true } })).body).toEqual({ settings: on });
    expect((await who.post('/api/notifications/test', { channel: 'mail' })).body).toMatchObject({
      sent: 1,
      error: null,
    });
    expect((await who.send('PATCH', PATH, { json: { mail: false } })).body.settings.mail.on).toBe(false);
  });

  it('go out, and their log says when', async () => {
    const who = await withMail();
    const [id = ''] = await alerts(who, 0.5);
    const firing = await fired(who, id, 'sent');
    expect(firing).toMatchObject({ price: expect.any(Number), late: false });
    expect(firing.deliveries[1]).toMatchObject({ attempts: 1, device: null, reason: null, at: expect.any(Number) });
    expect(mailsTo(who).findLast((mail) => mail.includes('DOGE'))).toMatch(/Subject: DOGE\/USDT reached 0.5/);
    const other = await person(site);
    expect((await other.get(`/api/alert/${id}/log`)).status).toBe(404);
  });
});

describe('quiet hours', () => {
  it('that are taken away let go what they held', async () => {
    const who = await withMail();
    await who.send('PATCH', PATH, { json: { quietHours: hoursAround(60, 600) } });
    const [id = ''] = await alerts(who, 0.5);
    await fired(who, id, 'held');
    await who.send('PATCH', PATH, { json: { quietHours: null } });
    await fired(who, id, 'sent');
    expect(mailsTo(who).at(-1)).toMatch(/Subject: DOGE\/USDT reached 0.5/);
  });

  it('hold what is not the open page, and bring it in one message at their end (A-13)', async () => {
    const who = await withMail();
    const set = await who.send('PATCH', PATH, { json: { quietHours: hoursAround(60, 60) } });
    expect(set.body.settings.quietUntil).toBeGreaterThan(clock());
    const ids = await alerts(who, 0.5, 0.51, 0.52);
    for (const id of ids) await fired(who, id, 'held');
    expect(mailsTo(who).filter((mail) => mail.includes('DOGE'))).toEqual([]);
    // From here on the site's clock is ahead of the exchange's, whose prices are then too old for a new alert.
    pass(61 * 60_000);
    site.deps.notifications.wake();
    for (const id of ids) await fired(who, id, 'sent');
    const reported = mailsTo(who).filter((mail) => mail.includes('DOGE'));
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatch(/Subject: 3 alerts in your quiet hours/);
    expect(reported[0]).toMatch(/DOGE\/USDT reached 0.51. It was at 0.\d+ at \d\d:\d\d./);
  });

  it.each([
    [{ from: '22:00', to: '22:00', timeZone: ZONE }, 'Start and end of the quiet hours must differ.'],
    [{ from: '24:00', to: '07:00', timeZone: ZONE }, 'Enter a time such as 22:00.'],
    [{ from: '22:00', to: '07:00', timeZone: 'Mars/Olympus' }, 'Name a time zone such as Europe/Berlin.'],
  ])('are refused in a sentence: %j', async (quietHours, sentence) => {
    const { status, body } = await (await person(site)).send('PATCH', PATH, { json: { quietHours } });
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)]);
  });
});

it('a test says why it cannot be sent', async () => {
  const who = await newcomer(site);
  const test = async (channel: string) => (await who.post('/api/notifications/test', { channel })).body.error;
  expect(await test('push')).toMatch(/^No browser gets notifications yet/);
  expect(await test('telegram')).toMatch(/^This site has no Telegram bot/);
  expect(await test('mail')).toMatch(/^Prove your e-mail address first/);
});
